import { uuidv7 } from 'uuidv7';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { makeClient, makeEntity, makeTaxCode } from '../../test/fixtures/masters.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { watchStatements } from '../../test/watch-statements.ts';
import type { Statement } from '../../test/watch-statements.ts';
import { openSession } from '../auth/sessions.ts';
import { openDatabase } from '../db/database.ts';
import type { Database } from '../db/database.ts';
import { buildServer } from '../http/server.ts';

const issueDate = '2026-03-31';
const most = 20;

let api: TestApi;
let database: Database;
let sent: Statement[];
let admin: Caller;
let itemIds: string[];
let work: { clientId: string; entityId: string; currency: string }[];

beforeAll(async () => {
  api = await startTestApi();
  const { id } = await api.as({ userType: 'super_admin' });
  database = openDatabase(api.urls.app, { warn: () => undefined });
  sent = watchStatements(database.pool);
  const app = await buildServer(database, { LOG_LEVEL: 'silent', SITE_DIR: undefined, TRUST_PROXY: false });
  admin = callerOf(app, id, await openSession(database.db, id, 'test'));
  ({ itemIds, work } = await waitingWork(id));
});
afterAll(async () => {
  await database.close();
  await api.stop();
});

/** Five hundred items of a hundred clients, in three billing entities and two currencies, with a withholding code that counts a year. */
async function waitingWork(crmId: string) {
  const taxCodeId = await makeTaxCode(api.db, { code: 'V21', rate: '21' });
  const entityIds = [
    await makeEntity(api.db),
    await makeEntity(api.db),
    await makeEntity(api.db, { currency: 'USD' }),
  ];
  await api.ownerPool.query(
    `insert into exchange_rate (id, from_currency, to_currency, rate_date, rate)
       values (gen_random_uuid(), 'EUR', 'USD', '2026-01-01', 1.1);
     insert into withholding_code (id, section, name, currency, base, counting, round_to, round_dir)
       values (gen_random_uuid(), '194J', 'Fees', 'EUR', 'net', 'year', 'minor', 'nearest');
     insert into withholding_rate (withholding_code_id, valid_from, threshold, rate, tiers)
       select id, '2020-01-01', 0, 10, '[]' from withholding_code`,
  );
  const ofClients: typeof work = [];
  for (let nth = 0; nth < 100; nth += 1) {
    const entityId = entityIds[nth % 3] ?? '';
    const clientId = await makeClient(api.db, { entityId, crmId, currency: 'EUR' });
    ofClients.push({ clientId, entityId, currency: 'EUR' });
  }
  const items = Array.from({ length: 500 }, (_one, nth) => ({
    id: uuidv7(),
    ...ofClients[nth % 100],
    source: 'manual',
    description: `Advice ${nth}`,
    amount: 10_000,
    originalAmount: 10_000,
    taxCodeId,
    readyOn: '2026-03-01',
  }));
  await api.db
    .insertInto('pendingItem')
    .values(items as never)
    .execute();
  return { itemIds: items.map(({ id }) => id), work: ofClients };
}

/** The result of a call and the number of statements that it took, after a first call has prepared them. */
async function statementsOf<T>(call: () => Promise<T>): Promise<{ answer: T; statements: number }> {
  await call();
  sent.length = 0;
  const answer = await call();
  return { answer, statements: sent.length };
}

it('the plan of five hundred items takes a few statements', async () => {
  const all = await statementsOf(() => admin.call(pendingInvoices.plan, { itemIds, issueDate }));
  expect(all.answer.drafts).toHaveLength(100);
  expect(all.answer.drafts.every(({ refused, net }) => refused === null && net === 50_000)).toBe(true);
  const few = await statementsOf(() =>
    admin.call(pendingInvoices.plan, { itemIds: itemIds.slice(0, 9), issueDate }),
  );
  expect(few.answer.drafts).toHaveLength(9);
  expect(all.statements).toBe(few.statements);
  expect(all.statements).toBeLessThanOrEqual(most);
});

it('the plan of all pending items of a hundred clients takes a few statements', async () => {
  const plan = (asked: typeof work) => () =>
    admin.call(pendingInvoices.planWork, { work: asked, issueDate, by: 'client' });
  const all = await statementsOf(plan(work));
  expect(all.answer.drafts).toHaveLength(100);
  expect(all.answer.left).toBe(0);
  const few = await statementsOf(plan(work.slice(0, 9)));
  expect(few.answer.drafts).toHaveLength(9);
  expect(all.statements).toBe(few.statements);
  expect(all.statements).toBeLessThanOrEqual(most);
});
