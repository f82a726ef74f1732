import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { may, openHoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import type { HoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let at: HoursFixture;

beforeAll(async () => {
  api = await startTestApi();
  at = await openHoursFixture(api);
});
afterAll(() => api.stop());

const item = (id: string | undefined) => at.admin.call(pendingInvoices.open, { id: id ?? '' });
const unbilled = async (id: string) =>
  (await at.admin.call(unbilledHours.list, { pageSize: 100 })).rows.find((row) => row.id === id);
const statusOf = async (id: string) => (await at.admin.call(tasks.open, { id })).billingStatus;
const release = ({ id, version }: { id: string; version: number }) =>
  at.admin.call(unbilledHours.release, { id }, { version });

type Statement = [sql: string, values: unknown[]];
const refused = (...statements: Statement[]) => refusedInSql(api, ...statements);

/** An issued invoice of the item. */
async function invoiceOf(id: string) {
  const draft = await at.admin.call(pendingInvoices.draft, { itemIds: [id], issueDate: '2026-06-01' });
  return at.admin.call(invoices.issue, { id: draft.id }, { version: draft.version });
}

describe('unbilled hours', () => {
  it('are listed by task, with their value at the rates and what has no rate', async () => {
    const task = await at.byHours();
    await at.record(task, 90);
    await at.record(task, 20, { workedOn: '2026-05-06' });
    await at.record(task, 45, { workedOn: '2025-12-31' });
    await at.record(task, 60, { billable: false });
    const removed = await at.record(task, 30);
    await at.doer.call(timeEntries.remove, { id: removed.id }, { version: removed.version });
    expect(await unbilled(task.id)).toMatchObject({
      client: { id: at.clientId },
      currency: 'EUR',
      from: '2025-12-31',
      to: '2026-05-06',
      minutes: 155,
      unratedMinutes: 45,
      value: 22_000,
      limitLeft: null,
      proposed: 22_000,
    });
    const opened = await at.admin.call(unbilledHours.open, { id: task.id, ...may });
    expect(opened.entries).toMatchObject([
      { minutes: 90, rate: 12_000, amount: 18_000, person: { label: 'Doer' } },
      { minutes: 20, amount: 4_000 },
    ]);
    const ofClient = { id: at.clientId };
    expect(await at.admin.call(unbilledHours.ofClient, ofClient)).toEqual({
      sums: [{ currency: 'EUR', minutes: 155, unratedMinutes: 45, value: 22_000 }],
    });
    expect(await at.doer.refused(unbilledHours.ofClient, ofClient)).toMatchObject({ code: 'PERM_DENIED' });
    const outside = await api.as({ userType: 'manager', keys: ['pending_invoices'], scope: 'own' });
    expect(await outside.refused(unbilledHours.ofClient, ofClient)).toMatchObject({ code: 'NOT_FOUND' });
    const fixed = await at.make();
    await at.record(fixed, 90);
    expect(await unbilled(fixed.id)).toBeUndefined();
    expect(await at.admin.refused(unbilledHours.open, { id: fixed.id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('become one pending item of a task and period, at the rate of each day, with the hours behind it', async () => {
    const task = await at.byHours({ title: 'Advice' });
    const personId = at.doer.id;
    const special = { clientId: at.clientId, personId, currency: 'EUR', validTo: '2026-05-31' };
    const { id, version } = await at.admin.call(chargeRates.create, {
      ...special,
      rate: 18_001,
      validFrom: '2026-05-10',
    });
    await at.record(task, 20);
    await at.record(task, 10, { workedOn: '2026-05-10' });
    await at.record(task, 60, { workedOn: '2026-06-01' });
    const billed = await at.bill(task);
    expect(await item(billed.itemId)).toMatchObject({
      source: 'time',
      sourceId: billed.id,
      amount: 7_000,
      originalAmount: 7_000,
      reason: null,
      currency: 'EUR',
      description: 'Advice (2026-05-01 – 2026-05-31)',
      status: 'open',
    });
    const { qty } = await api.db
      .selectFrom('pendingItem')
      .select('qty')
      .where('id', '=', billed.itemId ?? '')
      .executeTakeFirstOrThrow();
    expect(qty).toBe('0.5000');
    await at.admin.call(chargeRates.remove, { id }, { version });
    const behind = await at.admin.call(unbilledHours.ofItem, { id: billed.itemId ?? '' });
    expect(behind).toMatchObject({
      ...may,
      entries: [
        { minutes: 20, rate: 12_000, amount: 4_000 },
        { minutes: 10, rate: 18_001, amount: 3_000 },
      ],
    });
    expect(await unbilled(task.id)).toMatchObject({ minutes: 60, from: '2026-06-01' });
    expect(await at.bill(task)).toMatchObject({
      refused: { code: 'INPUT_INVALID', fields: { taskId: [{ code: 'NO_HOURS' }] } },
    });
  });

  it('are written up or down with a reason', async () => {
    const task = await at.byHours();
    await at.record(task, 60);
    expect((await at.bill(task, { amount: 10_000 })).refused?.fields).toMatchObject({
      reason: [{ code: 'REQUIRED' }],
    });
    const { itemId } = await at.bill(task, { amount: 10_000, reason: 'A new client' });
    expect(await item(itemId)).toMatchObject({
      amount: 10_000,
      originalAmount: 12_000,
      reason: 'A new client',
    });
  });

  it('are billed up to the limit of the task, and the rest is written down', async () => {
    const task = await at.byHours({ billingRule: 'hours_to_limit', fee: 30_000 });
    await at.record(task, 120);
    await at.bill(task);
    await at.record(task, 60);
    expect(await unbilled(task.id)).toMatchObject({ value: 12_000, limitLeft: 6_000, proposed: 6_000 });
    expect((await at.bill(task, { amount: 7_000, reason: 'More' })).refused?.fields).toMatchObject({
      amount: [{ code: 'ABOVE_LIMIT' }],
    });
    const { itemId } = await at.bill(task, { reason: 'The limit is reached' });
    expect(await item(itemId)).toMatchObject({ amount: 6_000, originalAmount: 12_000 });
    await at.record(task, 30);
    const last = await at.bill(task, { reason: 'The limit is reached' });
    expect(await item(last.itemId)).toMatchObject({ amount: 0, originalAmount: 6_000 });
  });

  it('stay as they are while they are billed, through invoice and void, until they are released', async () => {
    const task = await at.byHours();
    const entry = await at.record(task, 60);
    expect(await statusOf(task.id)).toBe('unbilled');
    const { itemId = '' } = await at.bill(task);
    expect(await statusOf(task.id)).toBe('pending');
    const change = { id: entry.id, workedOn: entry.workedOn, minutes: 30, billable: true };
    const edit = () => at.doer.refused(timeEntries.edit, change, { version: 1 });
    expect(await edit()).toMatchObject({ httpStatus: 409, code: 'HOURS_BILLED' });
    expect(await at.doer.refused(timeEntries.remove, { id: entry.id }, { version: 1 })).toMatchObject({
      code: 'HOURS_BILLED',
    });
    const invoice = await invoiceOf(itemId);
    expect(await statusOf(task.id)).toBe('invoiced');
    const billed = await item(itemId);
    expect(
      await at.admin.refused(unbilledHours.release, { id: itemId }, { version: billed.version }),
    ).toMatchObject({ code: 'ALREADY_INVOICED' });
    await at.admin.call(
      invoices.void,
      { id: invoice.id, voidDate: '2026-06-02', reason: 'Wrong' },
      { version: invoice.version },
    );
    expect(await edit()).toMatchObject({ code: 'HOURS_BILLED' });
    await release(await item(itemId));
    expect(await at.admin.refused(pendingInvoices.open, { id: itemId })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await unbilled(task.id)).toMatchObject({ minutes: 60 });
    await at.doer.call(timeEntries.edit, change, { version: 1 });
    const again = await at.bill(task);
    expect(await item(again.itemId)).toMatchObject({ amount: 6_000 });
  });

  it('fix who is billed for the task, and by what', async () => {
    const task = await at.byHours();
    await at.record(task, 60);
    await at.bill(task);
    const fields = {
      id: task.id,
      title: task.title,
      clientId: at.clientId,
      serviceId: task.service?.id ?? null,
      billingEntityId: at.entityId,
      dueOn: task.dueOn,
      billable: true,
    };
    const refusedEdit = async (more: object) =>
      (await at.admin.refused(tasks.edit, { ...fields, ...more }, { version: task.version })).code;
    expect(await refusedEdit({ billingRule: 'fixed_fee', fee: 100 })).toBe('HOURS_BILLED');
    expect(await refusedEdit({ billingRule: 'hours', billable: false })).toBe('HOURS_BILLED');
    await at.admin.call(
      tasks.edit,
      { ...fields, billingRule: 'hours_to_limit', fee: 50_000 },
      { version: task.version },
    );
  });

  it('are billed once when two people bill at the same time, and when a request is sent twice', async () => {
    const task = await at.byHours();
    await at.record(task, 60);
    const ask = () => requestOf(unbilledHours.bill, { ...may, tasks: [{ id: uuidv7(), taskId: task.id }] });
    const answers = await Promise.all([1, 2, 3].map(() => at.admin.inject(ask())));
    const results = answers.flatMap((one) => one.json<{ data: { results: object[] } }>().data.results);
    expect(results.filter((one) => 'itemId' in one)).toHaveLength(1);
    await at.record(task, 30);
    const same = requestOf(
      unbilledHours.bill,
      { ...may, tasks: [{ id: uuidv7(), taskId: task.id }] },
      { key: 'bill-the-same-hours' },
    );
    const [first, second] = [await at.admin.inject(same), await at.admin.inject(same)];
    expect(second.json()).toEqual(first.json());
    const { rows } = await api.appPool.query<{ minutes: number; items: number }>(
      `select sum(minutes) as minutes, count(distinct bill_id) as items from time_bill_entry billed
       join time_bill bill on bill.id = billed.bill_id where task_id = $1 and live`,
      [task.id],
    );
    expect(rows).toEqual([{ minutes: 90, items: 2 }]);
  });

  it('are hidden outside the scope and without the permission', async () => {
    const task = await at.byHours();
    await at.record(task, 60);
    const outside = await api.as({ userType: 'executive', keys: ['pending_invoices'] });
    expect((await outside.call(unbilledHours.list, {})).rows).toEqual([]);
    expect(await outside.refused(unbilledHours.open, { id: task.id })).toMatchObject({ code: 'NOT_FOUND' });
    const { results } = await outside.call(unbilledHours.bill, {
      ...may,
      tasks: [{ id: uuidv7(), taskId: task.id }],
    });
    expect(results).toMatchObject([{ refused: { code: 'NOT_FOUND' } }]);
    const { itemId = '' } = await at.bill(task);
    expect(await outside.refused(unbilledHours.ofItem, { id: itemId })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await outside.refused(unbilledHours.release, { id: itemId }, { version: 1 })).toMatchObject({
      code: 'NOT_FOUND',
    });
    const other = await api.as({ keys: allBut('pending_invoices') });
    expect(await other.refused(unbilledHours.list, {})).toMatchObject({ httpStatus: 403 });
  });
});

describe('the database', () => {
  it('refuses a bill that differs from the hours, an entry in two bills, and changes of what is billed', async () => {
    const task = await at.byHours();
    const entry = await at.record(task, 60);
    const bill = uuidv7();
    const begin: Statement = [
      `insert into time_bill (id, task_id, from_on, to_on) values ($1, $2, '2026-05-01', '2026-05-31')`,
      [bill, task.id],
    ];
    const take = (minutes: number, amount: number): Statement => [
      `insert into time_bill_entry (bill_id, entry_id, minutes, rate, amount) values ($1, $2, $3, 12000, $4)`,
      [bill, entry.id, minutes, amount],
    ];
    expect(await refused(begin)).toBe('DB006');
    expect(await refused(begin, take(60, 12_000))).toBe('DB006');
    expect(await refused(begin, take(60, 11_999))).toBe('23514');
    expect(await refused(begin, take(30, 6_000))).toBe('DB001');
    const billed = await at.bill(task);
    expect(await refused(begin, take(60, 12_000))).toBe('23505');
    expect(await refused([`delete from pending_item where id = $1`, [billed.itemId]])).toBe('DB006');
    expect(
      await refused([
        `update pending_item set original_amount = 1, reason = 'x' where id = $1`,
        [billed.itemId],
      ]),
    ).toBe('DB006');
    expect(await refused([`update time_bill set released_at = now() where id = $1`, [billed.id]])).toBe(
      'DB006',
    );
    expect(await refused([`update time_bill_entry set live = false where bill_id = $1`, [billed.id]])).toBe(
      '42501',
    );
    expect(await refused([`update time_entry set minutes = 5 where id = $1`, [entry.id]])).toBe('DB140');
  });
});
