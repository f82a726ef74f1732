import { uuidv7 } from 'uuidv7';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { firm } from '@daybook/contracts/settings/firm/firm';
import { timesheets } from '@daybook/contracts/tasks/time/timesheets';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { openHoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import type { HoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import { brokenHours } from '../../../test/hours-invariants.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';
import { proposeMonths } from './propose-hours.ts';

let api: TestApi;
let at: HoursFixture;

beforeAll(async () => {
  api = await startTestApi();
  at = await openHoursFixture(api);
  const { name, version } = await at.admin.call(firm.open, {});
  await at.admin.call(firm.save, { name, billsApprovedWeeks: true, proposesHours: true }, { version });
});
afterAll(() => api.stop());

const failures: unknown[] = [];
const log = { warn: (what: unknown) => failures.push(what) };

const [weekOn, nextWeekOn] = ['2026-05-04', '2026-05-11'];
const approve = async (monday: string) => {
  const { id, version } = await at.doer.call(timesheets.submit, { weekOn: monday });
  return at.admin.call(timesheets.approve, { id: id ?? '' }, { version: version ?? 0 });
};
const unbilled = async ({ id }: Task) =>
  (await at.admin.call(unbilledHours.list, {})).rows.find((row) => row.id === id)?.minutes ?? 0;
const billsOf = async ({ id }: Task) =>
  (await api.db.selectFrom('timeBill').select('id').where('taskId', '=', id).execute()).length;

describe('a firm that bills approved weeks only', () => {
  it('has no unbilled hours of other weeks, by hand, at completion and at the end of a month', async () => {
    const task = await at.byHours();
    await at.record(task, 60);
    await at.record(task, 30, { workedOn: nextWeekOn });
    expect(await unbilled(task)).toBe(0);
    expect(await at.bill(task)).toMatchObject({ refused: { fields: { taskId: [{ code: 'NO_HOURS' }] } } });
    await at.walk(task, 'in_progress', 'completed');
    expect(await billsOf(task)).toBe(0);
    await proposeMonths(api.db, log, '2026-06-01T12:00:00Z');
    expect(await billsOf(task)).toBe(0);
    const week = await approve(weekOn);
    expect(await unbilled(task)).toBe(60);
    const { itemId } = await at.bill(task);
    expect(itemId).toBeDefined();
    await at.admin.call(
      timesheets.return,
      { id: week.id ?? '', reason: 'Wrong' },
      { version: week.version ?? 0 },
    );
    expect(await brokenHours(api)).toEqual([]);
    await approve(nextWeekOn);
    await proposeMonths(api.db, log, '2026-07-01T12:00:00Z');
    expect(await billsOf(task)).toBe(2);
    expect(failures).toEqual([]);
  });

  it('is held to it by the database', async () => {
    const task = await at.byHours();
    const entry = await at.record(task, 60, { workedOn: '2026-06-15' });
    const id = uuidv7();
    const bill = `insert into time_bill (id, task_id, from_on, to_on) values ($1, $2, '2026-06-01', '2026-06-30')`;
    const take = `insert into time_bill_entry (bill_id, entry_id, minutes, rate, amount) values ($1, $2, 60, 6000, 6000)`;
    const billed = () => refusedInSql(api, [bill, [id, task.id]], [take, [id, entry.id]]);
    expect(await billed()).toBe('DB001');
    await approve('2026-06-15');
    // Only the pending item is missing.
    expect(await billed()).toBe('DB006');
  });
});
