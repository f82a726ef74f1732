import { allLedgers } from '@daybook/contracts/billing/client-ledgers/all-ledgers';
import type { LedgerRow } from '@daybook/contracts/billing/client-ledgers/all-ledgers';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { sum } from '@daybook/contracts/money/money';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startDemoApi } from '../../../test/demo-firm.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { openSession } from '../../auth/sessions.ts';
import { rollUpLedger } from '../../ledger/roll-up-ledger.ts';
import { callerOf } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startDemoApi();
  admin = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

type Filter = NonNullable<Parameters<typeof listAll>[1]>;

async function listAll(caller: Caller, filter: Record<string, string>, sort = 'name'): Promise<LedgerRow[]> {
  const found: LedgerRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await caller.call(allLedgers.list, { filter, sort: sort as 'name', pageSize: 7, cursor });
    found.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return found;
}

const figures = ({ opening, debit, credit, closing }: LedgerRow) => ({ opening, debit, credit, closing });

/** What the ledgers themselves say, each opened alone. */
async function opened(rows: readonly LedgerRow[], { from, to = '2026-06-15' }: Filter) {
  return Promise.all(
    rows.map(async ({ client, entity, currency }) => {
      const { opening, debit, credit, closing } = await admin.call(clientLedgers.open, {
        clientId: client.id,
        entityId: entity.id,
        currency,
        asOf: to,
        pageSize: 1,
        ...(from !== undefined && { from }),
      });
      return { opening, debit, credit, closing };
    }),
  );
}

/** Receivables and advances of the trial balance, in the currency of the documents. */
async function inBooks(to: string) {
  const { rows } = await api.ownerPool.query<{ currency: string; closing: number }>(
    `select currency, sum(debit - credit)::int as closing
     from journal_line line join ledger_account account on account.id = line.account_id
     where (system_key = 'receivable' or is_advance) and entry_date <= $1 group by currency order by currency`,
    [to],
  );
  return rows;
}

const periods: Filter[] = [
  {},
  { from: '2026-01-01', to: '2026-03-31' },
  { from: '2026-02-11', to: '2026-05-17' },
  { from: '2026-05-09', to: '2026-05-20' },
  { from: '2026-06-15', to: '2026-06-15' },
  { to: '2026-04-02' },
];

const rolledUp = async () => {
  while ((await rollUpLedger(api.db)) > 0);
};

// docs/rules.md#ledgers-of-all-clients
describe('the ledgers of all clients', () => {
  it('have the figures of each ledger and of the trial balance, for any period, rolled up or not', async () => {
    for (const before of [async () => undefined, rolledUp]) {
      await before();
      for (const filter of periods) {
        const rows = await listAll(admin, filter);
        expect({ filter, figures: rows.map(figures) }).toEqual({
          filter,
          figures: await opened(rows, filter),
        });
        const { total, sums } = await admin.call(allLedgers.total, { filter });
        expect(total).toBe(rows.length);
        const summed = sums.map(({ currency, ...one }) => {
          const ofCurrency = rows.filter((row) => row.currency === currency).map(figures);
          const all = (name: keyof typeof one) => sum(ofCurrency.map((row) => row[name]));
          expect(one).toEqual({
            opening: all('opening'),
            debit: all('debit'),
            credit: all('credit'),
            closing: all('closing'),
          });
          return { currency, closing: one.closing };
        });
        expect({ filter, summed }).toEqual({ filter, summed: await inBooks(filter['to'] ?? '2026-06-15') });
      }
    }
  });

  it('are filtered, searched, sorted in both directions and exported', async () => {
    const rows = await listAll(admin, {});
    expect(rows.length).toBeGreaterThan(7);
    for (const sort of ['name', '-name', 'closing', '-closing'])
      expect((await listAll(admin, {}, sort)).map(({ id }) => id).toSorted()).toEqual(
        rows.map(({ id }) => id).toSorted(),
      );
    expect((await listAll(admin, {}, '-name')).map(({ id }) => id)).toEqual(
      rows.map(({ id }) => id).toReversed(),
    );
    const byBalance = (await listAll(admin, {}, 'closing')).map(
      ({ currency, closing }) => [currency, closing] as const,
    );
    expect(byBalance).toEqual(byBalance.toSorted(([a, x], [b, y]) => (a === b ? x - y : a < b ? -1 : 1)));
    const one = rows[0];
    const grouped = rows.find(({ group }) => group !== null);
    if (!one || !grouped?.group) throw new Error('the firm has no ledgers');
    const kept: [filter: Filter, keeps: (row: LedgerRow) => boolean][] = [
      [{ entityId: one.entity.id }, ({ entity }) => entity.id === one.entity.id],
      [{ currency: one.currency }, ({ currency }) => currency === one.currency],
      [{ crmId: one.crm.id }, ({ crm }) => crm.id === one.crm.id],
      [{ groupId: grouped.group.id }, ({ group }) => group?.id === grouped.group?.id],
      [{ withBalance: 'true' }, ({ closing }) => closing !== 0],
    ];
    for (const [filter, keeps] of kept) {
      const expected = rows.filter(keeps).map(({ id }) => id);
      expect({ filter, ids: (await listAll(admin, filter)).map(({ id }) => id) }).toEqual({
        filter,
        ids: expected,
      });
      expect(await admin.call(allLedgers.total, { filter })).toMatchObject({ total: expected.length });
    }
    const searched = await admin.call(allLedgers.list, { q: one.client.label });
    expect(searched.rows.map(({ client }) => client.id)).toContain(one.client.id);
    const file = await admin.inject({ url: '/api/v1/all-client-ledgers/export?format=csv' });
    expect(file.body.trim().split('\r\n')).toHaveLength(rows.length + 1);
  });

  it('of a narrow scope are those of the person’s own clients, in the list, the sums and the file', async () => {
    const rows = await listAll(admin, {});
    const { rows: people } = await api.ownerPool.query<{ id: string; clients: string[] }>(
      `select app_user.id, array_agg(client.id) as clients from app_user join client on client.crm_id = app_user.id
       where user_type = 'crm' group by app_user.id order by app_user.id limit 1`,
    );
    const [person] = people;
    if (!person) throw new Error('the firm has no relationship manager');
    await api.ownerPool.query(`update app_user set scope = 'own' where id = $1`, [person.id]);
    await api.ownerPool.query(
      `insert into user_grant (user_id, key) values ($1, 'reports.client_ledgers') on conflict do nothing`,
      [person.id],
    );
    const own = callerOf(api.app, person.id, await openSession(api.db, person.id, 'test'));
    const expected = rows.filter(({ client }) => person.clients.includes(client.id));
    expect(expected.length).toBeGreaterThan(0);
    for (const sort of ['name', '-closing'])
      expect((await listAll(own, {}, sort)).map(({ id }) => id).toSorted()).toEqual(
        expect.arrayContaining(expected.map(({ id }) => id)),
      );
    const { total, sums } = await own.call(allLedgers.total, {});
    const theirs = await listAll(own, {});
    expect(total).toBe(theirs.length);
    expect(total).toBeLessThan(rows.length);
    expect(sum(sums.map(({ closing }) => closing))).toBe(sum(theirs.map(({ closing }) => closing)));
  });

  it('leave out what is dated after the last day, and refuse a day that has not begun and a period that ends before it begins', async () => {
    const fixture = await openBillingFixture(api, admin);
    await fixture.issued(1000, { issueDate: '2026-03-10', dueDate: '2026-03-31' });
    await admin.call(receipts.create, fixture.receipt(400, { receiptDate: '2026-03-20', withheld: 100 }));
    const { entityId } = fixture;
    const ledgers = async (from: string, to: string) =>
      (await listAll(admin, { entityId, from, to })).map(figures);
    expect(await ledgers('2026-03-01', '2026-03-09')).toEqual([]);
    expect(await ledgers('2026-03-01', '2026-03-19')).toEqual([
      { opening: 0, debit: 1000, credit: 0, closing: 1000 },
    ]);
    expect(await ledgers('2026-03-11', '2026-03-31')).toEqual([
      { opening: 1000, debit: 0, credit: 500, closing: 500 },
    ]);
    const refused = async (filter: Filter) => (await admin.refused(allLedgers.list, { filter })).errors;
    expect(await refused({ to: '2199-01-01' })).toEqual({
      'filter.to': [{ code: 'DATE_FUTURE', params: {} }],
    });
    expect(await refused({ from: '2026-03-02', to: '2026-03-01' })).toEqual({
      'filter.to': [{ code: 'DATE_ORDER', params: {} }],
    });
  });
});
