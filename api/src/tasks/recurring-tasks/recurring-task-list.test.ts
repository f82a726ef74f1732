import { uuidv7 } from 'uuidv7';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { addDays } from '@daybook/contracts/plain-date';
import { fillTokens } from '@daybook/contracts/recurrence/period';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { first, passed, setUpRecurringTasks } from '../../../test/fixtures/recurring-task-fixture.ts';

const at = setUpRecurringTasks();
const { input, make, refusedEdit } = at;
const english = { language: 'en', country: 'IN', fyStart: '04-01' };

describe('recurring tasks', () => {
  it('are found by title and client, status, people and category, and show the next due date with the reason of its move', async () => {
    const series = await make({ title: 'Zebra {month}', startsOn: first(1) });
    await make({ title: 'Other {month}', startsOn: first(1) });
    const reason = 'Office closed';
    await at.admin.call(
      recurringTasks.move,
      { id: series.id, nominal: first(1), dueOn: addDays(first(1), 9), reason },
      { version: series.version },
    );
    const find = async (q: string | undefined, filter = {}) =>
      (
        await at.admin.call(recurringTasks.list, { q, filter: { categoryId: at.categoryId, ...filter } })
      ).rows.map(({ title }) => title);
    expect(await find('zebra')).toEqual(['Zebra {month}']);
    expect(await find(undefined, { clientId: at.fixture.clientId, status: 'active' })).toHaveLength(2);
    expect(await find(undefined, { assigneeId: at.fixture.personId })).toHaveLength(2);
    expect(await find(undefined, { status: 'paused' })).toEqual([]);
    const [row] = (
      await at.admin.call(recurringTasks.list, { q: 'zebra', filter: { categoryId: at.categoryId } })
    ).rows;
    expect(row?.next).toEqual({
      nominal: first(1),
      due: addDays(first(1), 9),
      // It covers the month before.
      title: fillTokens('Zebra {month}', { from: first(0), to: addDays(first(1), -1) }, english),
      moved: { why: 'person', text: reason },
    });
    // It covers the month before: not due before that, nor more than a year from its rule.
    for (const [dueOn, code] of [
      ['1900-01-01', 'DUE_BEFORE_START'],
      [addDays(first(0), -1), 'DUE_BEFORE_START'],
      [addDays(first(1), 367), 'DATE_RANGE'],
    ] as const) {
      const asked = { id: series.id, nominal: first(1), dueOn, reason };
      expect(
        await at.admin.refused(recurringTasks.move, asked, { version: series.version + 1 }),
      ).toMatchObject({
        errors: { dueOn: [{ code }] },
      });
    }
  });

  it('are created earlier when the due date is moved earlier, and as usual when it is moved later', async () => {
    const series = await make({ startsOn: first(1) });
    const moved = async (days: number, version: number) => {
      const dueOn = addDays(first(2), days);
      await at.admin.call(
        recurringTasks.move,
        { id: series.id, nominal: first(2), dueOn, reason: 'x' },
        { version },
      );
      const { next } = await at.admin.call(recurringTasks.upcoming, { id: series.id });
      return next[1];
    };
    const made = addDays(first(2), -series.rule.leadDays);
    expect(await moved(-9, series.version)).toMatchObject({
      due: addDays(first(2), -9),
      makeOn: addDays(made, -9),
    });
    expect(await moved(9, series.version + 1)).toMatchObject({ due: addDays(first(2), 9), makeOn: made });
  });

  it('stay within a century and a half, and show every date at both ends of it', async () => {
    const rule = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=31', shift: 'next', leadDays: 300 } as const;
    for (const startsOn of ['1949-12-31', '2151-01-01'])
      expect((await at.admin.refused(recurringTasks.create, input({ rule, startsOn }))).errors).toMatchObject(
        {
          startsOn: [{ code: 'DATE_RANGE' }],
        },
      );
    const never = await at.admin.refused(
      recurringTasks.create,
      input({ rule, startsOn: '2150-12-31', endsAfter: 2, ends: 'count' }),
    );
    expect(never.errors).toMatchObject({ endsAfter: [{ code: 'ENDS_NEVER' }] });
    const calendarId = uuidv7();
    await at.api.db
      .insertInto('holidayCalendar')
      .values({ id: calendarId, name: `Closed ${calendarId}`, weekend: [1, 2, 3, 4, 5, 6] })
      .execute();
    for (const periodOffset of [-1, 0, 1] as const) {
      const last = { rule: { ...rule, calendarId, periodOffset }, startsOn: '2150-12-01' };
      const series = await make(last);
      expect(series.next).toMatchObject({ nominal: '2150-12-31' });
      expect((await at.admin.call(recurringTasks.upcoming, { id: series.id })).next).toHaveLength(1);
      const rare = { rrule: 'FREQ=YEARLY;INTERVAL=20;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', periodOffset };
      const seen = await at.admin.call(recurringTasks.preview, {
        clientId: at.fixture.clientId,
        title: 'Return {month}',
        rule: rare,
        startsOn: '1956-01-01',
      });
      expect(seen.missed.length + seen.next.length).toBeGreaterThan(0);
    }
  });

  it('cannot begin further back after an edit than when new', async () => {
    const series = await make({ startsOn: first(1) });
    const early = { apply: 'following', rule: { rrule: 'FREQ=DAILY' }, startsOn: '1990-01-01' } as const;
    expect((await refusedEdit(series, early)).errors).toMatchObject({
      startsOn: [{ code: 'STARTS_TOO_EARLY' }],
    });
  });

  it('are paused with their client, and a reactivated client shows their number', async () => {
    const series = await make({ startsOn: first(1) });
    const client = await at.admin.call(clients.open, { id: at.fixture.clientId });
    const by = { id: client.id, reason: 'moved away' };
    const late = await make({ create: [passed[0] ?? ''] });
    await at.api.db
      .updateTable('seriesProgress')
      .set({ doneThrough: first(-3) })
      .where('seriesId', '=', late.id)
      .execute();
    await at.api.db
      .deleteFrom('seriesRun')
      .where('seriesId', '=', late.id)
      .where('status', '=', 'skipped')
      .execute();
    const before = await at.admin.call(clients.series, { id: client.id });
    expect(Object.fromEntries(before.series.map(({ id, status }) => [id, status]))).toEqual({
      [series.id]: 'active',
      [late.id]: 'active',
    });
    const gone = await at.admin.call(clients.deactivate, by, { version: client.version });
    const back = await at.admin.call(clients.reactivate, by, { version: gone.version });
    expect(back).toMatchObject({ status: 'active', restingSeries: { tasks: 2, invoices: 0 } });
    const resting = await at.admin.call(clients.series, { id: client.id });
    const missed = {
      count: passed.length - 1,
      from: passed[1],
      to: passed.at(-1),
    };
    expect(resting.series).toContainEqual(
      expect.objectContaining({ id: late.id, pausedFor: 'client', missed }),
    );
    expect(resting.series).toContainEqual(expect.objectContaining({ id: series.id, missed: null }));
    const { rows } = await at.admin.call(recurringTasks.list, {
      filter: { clientId: client.id, status: 'paused', pausedFor: 'client' },
    });
    expect(Object.fromEntries(rows.map(({ id, next }) => [id, next]))).toEqual({
      [series.id]: null,
      [late.id]: null,
    });
  });
});
