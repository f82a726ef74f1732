import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
});
afterAll(() => api.stop());

const rowsOf = async (invoiceId: string) =>
  (
    await api.ownerPool.query<{ no: number; dueOn: string; amount: number }>(
      `select no, due_on::text as "dueOn", amount::int from invoice_due where invoice_id = $1 order by no`,
      [invoiceId],
    )
  ).rows;
const dueOf = async (invoiceId: string) =>
  (
    await api.ownerPool.query<{ due: string }>(
      'select due_date::text as due from invoice_state where invoice_id = $1',
      [invoiceId],
    )
  ).rows[0]?.due;
const plan = (invoiceId: string, rows: readonly [number, string, number][]) =>
  api.ownerPool.query(
    `insert into invoice_due (invoice_id, no, due_on, amount) select $1, * from unnest($2::int[], $3::date[], $4::bigint[])`,
    [invoiceId, rows.map(([no]) => no), rows.map(([, dueOn]) => dueOn), rows.map(([, , amount]) => amount)],
  );
const issue = (id: string) => admin.call(invoices.issue, { id }, { version: 1 });
const pay = (amount: number, invoiceId: string) =>
  admin.call(receipts.create, fixture.receipt(amount, { allocations: [{ invoiceId, amount }] }));

describe('the rows of an invoice that fall due', () => {
  it('are one row for each issued invoice, of what is payable on its due date, and none for a draft', async () => {
    const draft = await fixture.draft(10_000);
    expect(await rowsOf(draft.id)).toEqual([]);
    await issue(draft.id);
    expect(await rowsOf(draft.id)).toEqual([{ no: 1, dueOn: '2026-03-31', amount: 10_000 }]);
    const free = await fixture.issued(0);
    expect(await rowsOf(free.id)).toEqual([{ no: 1, dueOn: '2026-03-31', amount: 0 }]);
  });

  it('begin with row 0 for a prepaid part, which the issue settles', async () => {
    const deposit = await admin.call(receipts.create, fixture.receipt(4_000, { receiptDate: '2026-02-01' }));
    const invoice = await fixture.issued(10_000, {
      prepaid: 4_000,
      advances: [{ receiptId: deposit.id, amount: 4_000 }],
    });
    expect(await rowsOf(invoice.id)).toEqual([
      { no: 0, dueOn: '2026-03-01', amount: 4_000 },
      { no: 1, dueOn: '2026-03-31', amount: 6_000 },
    ]);
    expect(await dueOf(invoice.id)).toBe('2026-03-31');
  });

  it('make the date of the list that of the oldest open row, whichever way money comes and goes', async () => {
    const { id } = await fixture.draft(10_000);
    await plan(id, [
      [1, '2026-03-10', 3_000],
      [2, '2026-03-20', 5_000],
      [3, '2026-03-31', 2_000],
    ]);
    await issue(id);
    expect(await dueOf(id)).toBe('2026-03-10');
    await pay(2_999, id);
    expect(await dueOf(id)).toBe('2026-03-10');
    await pay(1, id);
    expect(await dueOf(id)).toBe('2026-03-20');
    const rest = await pay(7_000, id);
    expect(await dueOf(id)).toBe('2026-03-31');
    await admin.call(
      receipts.reverse,
      { id: rest.id, date: '2026-04-06', reason: 'Wrong client' },
      { version: rest.version },
    );
    expect(await dueOf(id)).toBe('2026-03-20');
  });

  it.each<[string, [number, string, number][]]>([
    ['do not add up to what is payable', [[1, '2026-03-31', 9_999]]],
    ['are due before the invoice is issued', [[1, '2026-02-28', 10_000]]],
    [
      'are not in the order of their dates',
      [
        [1, '2026-03-31', 5_000],
        [2, '2026-03-30', 5_000],
      ],
    ],
    [
      'claim a prepaid part that nobody paid',
      [
        [0, '2026-03-01', 1],
        [1, '2026-03-31', 10_000],
      ],
    ],
  ])('are refused at the issue when they %s', async (_, rows) => {
    const { id } = await fixture.draft(10_000);
    await plan(id, rows);
    expect(await admin.refused(invoices.issue, { id }, { version: 1 })).toMatchObject({ code: 'INTERNAL' });
  });

  it('cannot change once the invoice is issued', async () => {
    const { id } = await fixture.issued(10_000);
    for (const statement of [
      'update invoice_due set due_on = due_on + 30 where invoice_id = $1',
      'delete from invoice_due where invoice_id = $1',
      `insert into invoice_due values ($1, 2, '2026-12-31', 0)`,
    ])
      expect(await refusedInSql(api, [statement, [id]])).toBe('DB001');
  });
});

const usedUpOn = async (id: string) =>
  (
    await api.ownerPool.query<{ day: string | null }>(
      'select used_up_on::text as day from receipt_state where receipt_id = $1',
      [id],
    )
  ).rows[0]?.day;

describe('the day on which nothing is left of a payment', () => {
  it('is that of its last allocation, leaves with an unallocation, and is that of a bounce or reversal', async () => {
    const [first, second] = [await fixture.issued(600), await fixture.issued(400)];
    const money = await admin.call(receipts.create, fixture.receipt(1_000, { receiptDate: '2026-04-01' }));
    expect(await usedUpOn(money.id)).toBeNull();
    const allocate = (invoiceId: string, amount: number, date: string) =>
      admin.call(
        receipts.allocate,
        { id: money.id, date, allocations: [{ invoiceId, amount }] },
        { version: money.version },
      );
    await allocate(first.id, 600, '2026-04-20');
    expect(await usedUpOn(money.id)).toBeNull();
    await allocate(second.id, 400, '2026-04-10');
    expect(await usedUpOn(money.id)).toBe('2026-04-20');
    await admin.call(
      receipts.reverse,
      { id: money.id, date: '2026-05-02', reason: 'Twice' },
      { version: money.version },
    );
    expect(await usedUpOn(money.id)).toBe('2026-05-02');
  });
});
