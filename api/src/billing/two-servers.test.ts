import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { startBilling } from '../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { soak } from '../../test/effort.ts';
import { faultsOf } from '../../test/random-books/oracle.ts';
import { startServerProcess } from '../../test/server-process.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { send } from '../../test/web-client.ts';
import type { Answer } from '../../test/web-client.ts';
import { findBookFaults } from '../books/book-findings.ts';

const clients = 20;
const forMs = soak(1_000, 60_000);
const owed = soak(100, 20_000);
jest.setTimeout(600_000);

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let servers: ServerProcess[];

/** It does not shed load: on a busy machine twenty clients at once look like overload. */
const start = () => startServerProcess(api.urls, { OVERLOAD_MS: '0' });

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
  servers = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await api.stop();
});

const nth = (which: number): string => servers[which % servers.length]?.url ?? '';
const post = (which: number, path: string, body: object, version?: number) =>
  send(nth(which), admin.token, {
    method: 'POST',
    path,
    body,
    ...(version === undefined ? {} : { version }),
  });

/** Every client sends requests to both servers in turn until the time is over, and for at least one round. */
async function atOnce(work: (client: number, round: number) => Promise<Answer[]>): Promise<Answer[]> {
  const until = Date.now() + forMs;
  const one = async (client: number): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let round = 0; round === 0 || Date.now() < until; round += 1)
      answers.push(...(await work(client, client + round)));
    return answers;
  };
  const all = await Promise.all(Array.from({ length: clients }, (_, client) => one(client)));
  return all.flat();
}

const draftOf = ({ entityId, clientId, taxCodeId }: BillingFixture) => ({
  entityId,
  clientId,
  issueDate: '2026-03-01',
  dueDate: '2026-03-31',
  currency: 'EUR',
  docLocale: 'en',
  lines: [{ description: 'Annual accounts', qty: '1', unitPrice: '1', taxCodeId }],
});

// docs/rules.md#numbers-are-taken-last, docs/rules.md#settlement
describe('twenty clients of two servers', () => {
  it('pay one invoice and issue in one series: nothing is paid twice, no number is missing, and no request deadlocks', async () => {
    // Each client pays 7 of the amount owed; together they try to pay far more than that.
    const shared = await fixture.issued(owed);
    const paying = fixture.receipt(7, { allocations: [{ invoiceId: shared.id, amount: 7 }] });
    const answers = await atOnce(async (_client, round) => {
      const paid = await post(round, '/receipts', paying);
      const draft = await post(round, '/invoices', draftOf(fixture));
      const { id } = draft.data as { id: string };
      return [paid, draft, await post(round + 1, `/invoices/${id}/issue`, {}, 1)];
    });
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.filter(({ status, code }) => status !== 422 || code !== 'ALLOC_EXCEEDS_TARGET')).toEqual(
      [],
    );

    const { paid, outstanding } = await admin.call(invoices.open, { id: shared.id });
    const { rows } = await api.ownerPool.query<{ paid: number; live: number; issued: number }>(
      `select coalesce((select sum(amount) from allocation where invoice_id = $1), 0)::int as paid,
         (select count(*)::int from allocation where invoice_id = $1) as live,
         (select count(*)::int from document_number where doc_kind = 'tax_invoice' and entity_id = $2) as issued`,
      [shared.id, fixture.entityId],
    );
    const won = answers.length / 3 - refused.length;
    expect(rows).toEqual([{ paid, live: won, issued: answers.length / 3 + 1 }]);
    expect(paid + outstanding).toBe(owed);
    expect(refused.length === 0 || outstanding < 7).toBe(true);
    expect(await faultsOf(api, fixture.entityId)).toEqual([]);
    expect(await findBookFaults(api.db)).toEqual([]);
  });
});
