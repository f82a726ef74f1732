import { sql } from 'kysely';
import { expenseStatuses } from '@daybook/contracts/billing/expenses/expense-machine';
import { session } from '@daybook/contracts/auth/session';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiryFunnel, funnelGroupings } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import type { FunnelFigures } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { enquiryStatuses } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { taskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { verifyAudit } from '../audit/verify.ts';
import type { Database, Db } from '../db/database.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { sealAll } from '../../test/seal-all.ts';
import { funnelByHand } from '../../test/fixtures/funnel-by-hand.ts';
import { effort } from '../../test/effort.ts';
import { demoFirm, startDemoApi } from '../../test/demo-firm.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { visitors } from './enquiry-form.ts';
import { fillDemo } from './fill-demo.ts';
import { demoRecurringInvoices } from './recurring-invoices.ts';
import { demoOpeningTax, demoOpenings } from './openings.ts';
import type { SignIn } from './sign-ins.ts';
import { signInTable } from './sign-ins.ts';
import { emailOf, staff } from './staff.ts';

const databaseOf = ({ db, appPool }: TestApi): Database => ({
  db,
  dbOf: () => db,
  pool: appPool,
  direct: appPool,
  giveUp: () => undefined,
  close: async () => undefined,
});

const countOf = async (db: Db, table: string): Promise<number> => {
  const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return counted.rows[0]?.n ?? 0;
};

const valuesOf = async (db: Db, table: string, column: string): Promise<unknown[]> => {
  const found = await sql<{ value: unknown }>`
    select distinct ${sql.ref(column)} as value from ${sql.table(table)} order by 1`.execute(db);
  return found.rows.map(({ value }) => value);
};

/** Names and amounts, without ids and instants. */
async function bookOf(db: Db): Promise<string[]> {
  const rows = await sql<{ row: string }>`
    select row from (
      select concat_ws('|', name, tax_treatment, currency) as row from client
      union all select concat_ws('|', title, status, due_on, fee) from task
      union all select concat_ws('|', display_status, issue_date, payable, outstanding) from invoice_state
      union all select concat_ws('|', mode, receipt_date, amount, withheld) from receipt) as book
    order by row`.execute(db);
  return rows.rows.map(({ row }) => row);
}

let api: TestApi;
let signIns: SignIn[];

beforeAll(async () => {
  api = await startDemoApi();
  signIns = await fillDemo(databaseOf(api), demoFirm);
});
afterAll(() => api.stop());

it('the reminders of a year were sent by mail, to each client once a day, and none waits to be sent', async () => {
  const { rows } = await sql<{ mails: number; months: number; waiting: number }>`
    select count(*) as mails, count(distinct date_trunc('month', day)) as months,
      count(*) filter (where message.sent_at is null) as waiting
    from client_mail mail join email_message message on message.id = mail.message_id`.execute(api.db);
  expect(rows[0]?.mails).toBeGreaterThan(10);
  expect(rows[0]?.months).toBeGreaterThan(3);
  expect(rows[0]?.waiting).toBe(0);
});

it('has advances with its people and cash in hand, a part of which waits for its confirmation', async () => {
  const { rows } = await sql<{ held: Record<string, number>; offered: number }>`
    select (select jsonb_object_agg(system_key, held) from (
        select account.system_key, sum(line.base_debit - line.base_credit) as held
        from journal_line line join ledger_account account on account.id = line.account_id
        where account.system_key in ('staff_advance', 'staff_cash') and line.currency = 'INR' group by 1) kept) as held,
      (select count(*)::int from staff_voucher where status = 'offered') as offered`.execute(api.db);
  expect(rows).toEqual([{ held: { staff_advance: 10_000_00, staff_cash: 30_000_00 }, offered: 1 }]);
});

/** Reasons and currencies in no order. */
const figuresOf = ({ lostBy, values, ...counts }: FunnelFigures) => ({
  ...counts,
  lostBy: Object.fromEntries(lostBy.map(({ id, count }) => [id, count])),
  values: Object.fromEntries(values.map(({ currency, amount, won }) => [currency, { amount, won }])),
});

it.each(funnelGroupings)('the funnel of its enquiries by %s has the figures counted by hand', async (by) => {
  const owner = signIns.find(({ userType }) => userType === 'super_admin');
  const { email = '', password = '' } = owner ?? {};
  const { token } = await callerOf(api.app, '', '').call(session.login, { email, password });
  const admin = callerOf(api.app, '', token);
  const period = { from: '2025-06-16', to: demoFirm.today };
  const { rows, total } = await admin.call(enquiryFunnel.list, { filter: { by, ...period } });
  const byHand = await funnelByHand(api.ownerPool, by, period);
  const reported = new Map([
    ['all', figuresOf(total)],
    ...rows.map(({ id, label: _label, usual: _usual, ...row }) => [id, figuresOf(row)] as const),
  ]);
  expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(byHand));
  expect(total).toMatchObject({ enquiries: demoFirm.size.enquiries + visitors.length });
  expect(total.lostBy.length).toBeGreaterThan(0);
});

it('has as many records of each kind as requested, in every status', async () => {
  for (const [table, count] of [
    ['client', demoFirm.size.clients],
    ['enquiry', demoFirm.size.enquiries + visitors.length],
    ['opening_document', demoOpenings + demoOpeningTax],
    ['invoice', demoFirm.size.invoices + demoOpenings - 1 + demoRecurringInvoices],
    ['recurring_invoice', 7 + (await countOf(api.db, 'subscription'))],
    // The payers of two groups pay for them once more, and somebody pays in cash.
    ['receipt', demoFirm.size.receipts + 3],
    ['billing_entity', 3],
    ['app_user', 14],
    ['task_category', 4],
    ['recurring_task_category', 5],
    ['package', 3],
    ['holiday_calendar', 3],
  ] as const) {
    expect([table, await countOf(api.db, table)]).toEqual([table, count]);
  }
  const { rows: hours } = await api.ownerPool.query<{ tasks: number; billed: number; unbilled: number }>(
    `select count(distinct task_id)::int as tasks, count(live.entry_id)::int as billed,
       (count(*) - count(live.entry_id))::int as unbilled
     from time_entry entry join task on task.id = entry.task_id and task.billing_rule = 'hours'
     left join time_bill_entry live on live.entry_id = entry.id and live.live`,
  );
  const [byHour] = hours;
  expect(byHour?.tasks).toBeGreaterThan(3);
  expect(byHour?.billed).toBeGreaterThan(0);
  expect(byHour?.unbilled).toBeGreaterThan(0);
  const { rows: work } = await api.ownerPool.query<{ once: number; again: number }>(
    `select count(*) filter (where series_id is null)::int as once, count(distinct series_id)::int as again from task`,
  );
  const { rows: begun } = await sql<{ count: number }>`
    select count(*) as count from subscription join package_task using (version_id)`.execute(api.db);
  const once = demoFirm.size.tasks + (begun[0]?.count ?? 0) + (byHour?.tasks ?? 0);
  expect(work).toEqual([{ once, again: expect.any(Number) as number }]);
  expect(work[0]?.again).toBeGreaterThan(4);
  expect(await valuesOf(api.db, 'time_week', 'status')).toEqual(['approved', 'submitted']);
  expect(await valuesOf(api.db, 'enquiry', 'status')).toEqual([...enquiryStatuses].toSorted());
  expect(await valuesOf(api.db, 'task', 'status')).toEqual([...taskStatuses].toSorted());
  expect(await valuesOf(api.db, 'invoice_state', 'display_status')).toEqual(
    expect.arrayContaining([
      'approved',
      'draft',
      'issued',
      'paid',
      'part_paid',
      'pending_approval',
      'written_off',
    ]),
  );
  expect(await countOf(api.db, 'subscription')).toBeGreaterThan(6);
  // One of somebody who pays more from next month, and two of a price rise.
  expect(await countOf(api.db, 'subscription_price')).toBe(3);
  const { rows: rises } = await sql<{ applied: boolean; raised: number; undone: number; planned: boolean }>`
    select rise.applied_at is not null as applied, count(*) filter (where done_at is not null and item.undone_at is null) as raised,
      count(item.undone_at) as undone, bool_or(left_out is null) as planned
    from price_rise rise join price_rise_item item on item.rise_id = rise.id group by rise.id order by rise.id`.execute(
    api.db,
  );
  expect(rises).toEqual([
    { applied: true, raised: 2, undone: 1, planned: true },
    { applied: false, raised: 0, undone: 0, planned: true },
  ]);
  expect(await countOf(api.db, 'subscription_pause')).toBe(1);
  expect(await countOf(api.db, 'proforma')).toBe(5);
  expect(await valuesOf(api.db, 'credit_note_state', 'status')).toContain('draft');
  const { rows } = await sql`select from write_off where allocation_id is not null`.execute(api.db);
  expect(rows).toHaveLength(1);
  expect(await countOf(api.db, 'credit_note')).toBeGreaterThanOrEqual(4);
  expect(await valuesOf(api.db, 'expense', 'status')).toEqual([...expenseStatuses].toSorted());
  expect(await valuesOf(api.db, 'pending_item', 'status')).toEqual(
    expect.arrayContaining(['invoiced', 'open']),
  );
});

it('keeps correct books: every entity balances, no number is missing, the audit log is complete', async () => {
  const entities = await api.db.selectFrom('billingEntity').select('id').execute();
  for (const { id } of entities) {
    const rows = await trialBalance(api.db, id, demoFirm.today);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.reduce((all, { base }) => all + base, 0)).toBe(0);
  }
  expect(await countOf(api.db, 'number_gap')).toBe(0);
  const differing = await sql`select from allocation where receipt_base <> invoice_base`.execute(api.db);
  expect(differing.rows.length).toBeGreaterThan(0);
  const { rows: twice } =
    await sql`select number from document_number group by number having count(*) > 1`.execute(api.db);
  expect(twice).toEqual([]);
  await sealAll(api.db);
  expect(await verifyAudit(api.db)).toMatchObject({ findings: [], unsealed: 0 });
});

it('an office that receives no cash spends none', async () => {
  const { rows } = await sql`
    select line.entity_id from journal_line line
    join ledger_account account on account.id = line.account_id and account.system_key = 'cash'
    join billing_entity entity on entity.id = line.entity_id and entity.country = 'FR'`.execute(api.db);
  expect(rows).toEqual([]);
});

it('takes the numbers of a series in the order of their dates', async () => {
  const backwards = await sql<{ number: string }>`
    select number from (
      select number, issue_date, lag(issue_date) over (partition by entity_id, doc_kind, fy order by seq) as before
      from invoice where issued_at is not null and opening_on is null) as issued
    where before > issue_date`.execute(api.db);
  expect(backwards.rows).toEqual([]);
});

it('lets one person of each role sign in, with a password that nobody knew before', async () => {
  const nobody = callerOf(api.app, '', '');
  expect(new Set(signIns.map(({ userType }) => userType))).toEqual(
    new Set(['super_admin', 'admin', 'manager', 'executive', 'crm']),
  );
  for (const { email, password } of signIns) {
    const { token } = await nobody.call(session.login, { email, password });
    const found = await callerOf(api.app, '', token).call(clients.list, {});
    expect([email, found.rows.length > 0]).toEqual([email, true]);
    expect(signInTable(signIns)).toContain(password);
  }
});

it('creates nothing twice when started again, and shows how to sign in', async () => {
  const before = await bookOf(api.db);
  const again = await fillDemo(databaseOf(api), demoFirm);
  expect(await bookOf(api.db)).toEqual(before);
  expect(again.map(({ email }) => email)).toEqual(signIns.map(({ email }) => email));
  const nobody = callerOf(api.app, '', '');
  const [first] = again;
  await nobody.call(session.login, { email: first?.email ?? '', password: first?.password ?? '' });
});

it('fills no database that has users, and explains what to do with a firm that was filled only in part', async () => {
  const others = await startTestApi();
  try {
    await others.as({ userType: 'super_admin' });
    await expect(fillDemo(databaseOf(others), demoFirm)).rejects.toThrow('Start without --demo');
  } finally {
    await others.stop();
  }
  const half = await startTestApi();
  try {
    const [first] = staff;
    await half.as({ userType: 'super_admin' });
    await half.db
      .updateTable('appUser')
      .set({ email: first ? emailOf(first) : '' })
      .execute();
    await expect(fillDemo(databaseOf(half), demoFirm)).rejects.toThrow('cut short');
  } finally {
    await half.stop();
  }
});

// Filling the firm once more takes longer than all other tests of this file.
if (effort(0, 1) === 1)
  it('is the same firm for the same seed and day', async () => {
    const again = await startTestApi();
    try {
      await fillDemo(databaseOf(again), demoFirm);
      expect(await bookOf(again.db)).toEqual(await bookOf(api.db));
    } finally {
      await again.stop();
    }
  });
