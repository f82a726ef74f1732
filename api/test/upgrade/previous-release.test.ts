import { checkedOut, previousRelease } from '@daybook/tooling/previous-release';
import { uuidv7 } from 'uuidv7';
import { hashPassword } from '../../src/auth/passwords.ts';
import { findFaultsAt } from '../../src/books/find-faults-at.ts';
import { effort } from '../effort.ts';
import { makeClient, makeEntity, makeTaxCode } from '../fixtures/masters.ts';
import { openInstallation } from '../installation.ts';
import type { Installation } from '../installation.ts';
import { signIn } from '../people.ts';
import { sealAll } from '../seal-all.ts';
import { startServerProcess } from '../server-process.ts';
import type { ServerProcess } from '../server-process.ts';
import { send } from '../web-client.ts';

jest.setTimeout(300_000);

const day = '2026-01-15';
const email = 'partner@daybook.test';
const password = 'ledger-cobalt-harbour-72';

let installation: Installation;
/** The release before this one, which goes on serving while the first server of this one has migrated. */
let before: ServerProcess;
let now: ServerProcess;
let token: string;
let clientId: string;
let entityId: string;

const at = (server: ServerProcess) => ({
  read: async (path: string) => (await send(server.url, token, { path })) as Answered,
  write: async (path: string, body: object, version?: number) =>
    (await send(server.url, token, {
      method: 'POST',
      path,
      body,
      ...(version !== undefined && { version }),
    })) as Answered,
});

interface Answered {
  status: number;
  data: { id: string; number: string; token: string; rows: { id: string }[] };
}

async function start(): Promise<void> {
  installation = await openInstallation();
  const { db } = installation.app;
  const { id } = await signIn(db, { userType: 'super_admin' });
  const passwordHash = await hashPassword(password);
  await db.updateTable('appUser').set({ email, passwordHash }).where('id', '=', id).execute();
  entityId = await makeEntity(db);
  clientId = await makeClient(db, { entityId, crmId: id });
  now = await startServerProcess(installation.urls);
  before = await startServerProcess(
    installation.urls,
    { BACKGROUND: '0' },
    'main',
    checkedOut(previousRelease()),
  );
}

(effort(0, 1) === 1 ? describe : describe.skip)('the release before, on the schema of this one', () => {
  beforeAll(start);
  afterAll(async () => {
    await Promise.all([before?.stop(), now?.stop()]);
    await installation.stop();
  });

  it('signs people in, lists, issues an invoice and takes a receipt, which this release then shows', async () => {
    const signedIn = await at(before).write('/auth/login', { email, password });
    expect(signedIn.status).toBe(200);
    ({ token } = signedIn.data);
    for (const list of ['/clients', '/tasks', '/invoices', '/receipts', '/services', '/enquiries'])
      expect({ list, status: (await at(before).read(list)).status }).toEqual({ list, status: 200 });

    const taxCodeId = await makeTaxCode(installation.app.db, { code: 'V20', rate: '20' });
    const document = { entityId, clientId, currency: 'EUR' };
    const [invoiceId, receiptId] = [uuidv7(), uuidv7()];
    const lines = [{ description: 'Audit', qty: '1', unitPrice: '100.00', taxCodeId }];
    const dates = { issueDate: day, dueDate: '2026-02-14', docLocale: 'en' };
    const draft = await at(before).write('/invoices', { id: invoiceId, ...document, ...dates, lines });
    expect(draft).toMatchObject({ status: 200 });
    const issued = await at(before).write(`/invoices/${invoiceId}/issue`, {}, 1);
    expect(issued).toMatchObject({ status: 200 });
    const receipt = await at(before).write('/receipts', {
      id: receiptId,
      ...document,
      receiptDate: day,
      mode: 'bank',
      amount: 120_00,
      allocations: [{ invoiceId, amount: 120_00 }],
    });
    expect(receipt).toMatchObject({ status: 200 });
    const task = { id: uuidv7(), title: 'Annual accounts', internal: true, dueOn: day };
    expect(await at(before).write('/tasks', task)).toMatchObject({ status: 200 });

    const { number } = issued.data;
    expect(number).not.toBe('');
    expect(await at(now).read(`/invoices/${invoiceId}`)).toMatchObject({
      data: { number, status: 'paid' },
    });
    await sealAll(installation.app.db);
    expect(await findFaultsAt(installation.urls.owner, null)).toEqual([]);
  });
});
