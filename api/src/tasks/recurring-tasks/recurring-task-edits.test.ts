import { uuidv7 } from 'uuidv7';
import { addDays } from '@daybook/contracts/plain-date';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { begunBefore } from '../../../test/begun-before.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { runSeriesUntil } from '../../../test/fixtures/series-fixture.ts';
import { edited, first, passed, setUpRecurringTasks } from '../../../test/fixtures/recurring-task-fixture.ts';
import type { Edit } from '../../../test/fixtures/recurring-task-fixture.ts';

const at = setUpRecurringTasks();
const { make, edit, refusedEdit, open, made, runs } = at;
const today = new Date().toISOString().slice(0, 10);

describe('editing a series', () => {
  it('changes it in place while it has created nothing, its client and first day too', async () => {
    const series = await make();
    expect(series).toMatchObject({ hasRun: false });
    const clientId = await makeClient(at.api.db, {
      entityId: at.fixture.entityId,
      crmId: at.fixture.personId,
    });
    const other = await edit(series, { apply: 'following', clientId, startsOn: first(2) });
    expect(other).toMatchObject({ id: series.id, client: { id: clientId }, startsOn: first(2) });
    expect(other.next?.nominal).toBe(first(2));
    expect(await runs(series.id)).toEqual([]);
    await at.admin.call(recurringTasks.remove, { id: series.id }, { version: other.version });
    expect((await at.admin.refused(recurringTasks.open, { id: series.id })).code).toBe('NOT_FOUND');
  });

  it('counts in a run that began to look for due series before the edit was stored', async () => {
    const series = await make({ startsOn: first(1) });
    await begunBefore(
      at.api,
      () => runSeriesUntil(at.api.db, first(1)),
      () => edit(series, { apply: 'following', title: 'Changed' }),
    );
    expect((await made(series.id)).map(({ title }) => title)).toEqual(['Changed']);
  });

  it('from a date on ends the series the day before, and a successor has the new terms and the skipped dates', async () => {
    const series = await make({ create: passed.slice(-1) });
    const skipped = await at.admin.call(
      recurringTasks.skip,
      { id: series.id, nominal: first(3), reason: 'On leave' },
      { version: series.version },
    );
    const seen = { ...series, version: skipped.version };
    expect((await refusedEdit(seen, { apply: 'following', clientId: uuidv7() })).errors).toHaveProperty(
      'clientId',
    );
    expect((await refusedEdit(seen, { apply: 'following', startsOn: first(-2) })).code).toBe(
      'SERIES_HAS_RUN',
    );
    expect((await refusedEdit(seen, { apply: 'following', from: passed.at(-1) ?? '' })).errors).toEqual({
      from: [{ code: 'NOT_A_CHOICE', params: {} }],
    });
    const rule = { ...series.rule, rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', leadDays: 4 };
    const next = await edit(seen, { apply: 'following', from: first(2), rule, title: 'Filing {month}' });
    expect(next).toMatchObject({
      startsOn: first(2),
      predecessor: { id: series.id },
      title: 'Filing {month}',
    });
    expect(next.id).not.toBe(series.id);
    expect(await open(series.id)).toMatchObject({
      status: 'active',
      ends: 'until',
      endsOn: addDays(first(2), -1),
      successor: { id: next.id },
    });
    const upcoming = await at.admin.call(recurringTasks.upcoming, { id: next.id });
    expect(upcoming.next.slice(0, 2).map(({ nominal, skipped: why }) => [nominal, why])).toEqual([
      [first(2), null],
      [first(3), 'On leave'],
    ]);
    await runSeriesUntil(at.api.db, first(4));
    expect((await made(series.id)).map(({ nominalOn }) => nominalOn)).toEqual([
      passed.at(-1),
      ...(today.endsWith('-01') ? [first(0)] : []),
      first(1),
    ]);
    expect((await made(next.id)).map(({ nominalOn, title }) => [nominalOn, title.split(' ')[0]])).toEqual([
      [first(2), 'Filing'],
      [first(4), 'Filing'],
    ]);
    expect(await open(series.id)).toMatchObject({ status: 'completed' });
    expect((await refusedEdit(await open(series.id), { apply: 'following' })).code).toBe('STATE_NOT_ALLOWED');
  });

  it('from the next date on completes the old series, and a paused series stays paused', async () => {
    const series = await make({ create: passed });
    const { version } = await at.admin.call(
      recurringTasks.pause,
      { id: series.id, reason: 'waits' },
      { version: series.version },
    );
    const next = await edit({ ...series, version }, { apply: 'following', priority: 1 });
    expect(next).toMatchObject({ status: 'paused', pausedFor: 'person', priority: 1 });
    expect(await open(series.id)).toMatchObject({ status: 'completed', pausedFor: null });
  });

  it('divides the number of occurrences between the series and its successor', async () => {
    const series = await make({ create: passed.slice(-1), ends: 'count', endsAfter: passed.length + 4 });
    const next = await edit(series, { apply: 'following', from: first(2), priority: 1 });
    expect(next).toMatchObject({ ends: 'count', endsAfter: 3 });
    const { next: ahead } = await at.admin.call(recurringTasks.upcoming, { id: next.id });
    expect(ahead.map(({ nominal }) => nominal)).toEqual([first(2), first(3), first(4)]);
    const { next: left } = await at.admin.call(recurringTasks.upcoming, { id: series.id });
    expect(left.map(({ nominal }) => nominal)).toEqual([first(1)]);
  });

  it('for tasks not started changes their terms, keeps their dates, and leaves tasks in progress', async () => {
    const series = await make({ create: passed.slice(0, 3) });
    const [begun, ticked, untouched] = await made(series.id);
    await at.api.db
      .updateTable('task')
      .set({ status: 'in_progress' })
      .where('id', '=', begun?.id ?? '')
      .execute();
    const [step] = (await at.admin.call(tasks.open, { id: ticked?.id ?? '' })).checklist;
    await at.admin.call(tasks.tickChecklistItem, {
      id: ticked?.id ?? '',
      itemId: step?.id ?? '',
      done: true,
    });
    const { id: personId } = await at.api.as({ userType: 'executive' });
    const change: Edit = {
      apply: 'not_started',
      title: 'Filing {month}',
      assigneeIds: [personId],
      priority: 1,
      checklist: [{ title: 'File it', mandatory: true }],
    };
    const moved = { ...change, rule: { ...series.rule, leadDays: 3 } };
    expect((await refusedEdit(series, moved)).errors).toEqual({
      apply: [{ code: 'NOT_A_CHOICE', params: {} }],
    });
    const after = await edit(series, change);
    expect(after).toMatchObject({ id: series.id, version: series.version + 1, notStarted: 2 });
    const told = await Promise.all(
      [begun, ticked, untouched].map(async (task) => at.admin.call(tasks.open, { id: task?.id ?? '' })),
    );
    expect(
      told.map(({ title, priority, assignees, checklist, dueOn }) => ({
        title: title.split(' ')[0],
        priority,
        isTheirs: assignees.some(({ id }) => id === personId),
        steps: checklist.map((one) => one.title),
        dueOn,
      })),
    ).toEqual([
      { title: 'Return', priority: 3, isTheirs: false, steps: ['Ask for papers'], dueOn: passed[0] },
      {
        title: 'Filing',
        priority: 1,
        isTheirs: true,
        steps: ['Ask for papers', 'File it'],
        dueOn: passed[1],
      },
      { title: 'Filing', priority: 1, isTheirs: true, steps: ['File it'], dueOn: passed[2] },
    ]);
  });

  it('for tasks not started does not let assignees switch off the review or remove the reviewer’s steps', async () => {
    const keys = ['tasks.view', 'recurring_tasks.edit'] as const;
    const priya = await at.api.as({ userType: 'manager', scope: 'all', keys: [...keys] });
    const signOff = { title: 'Sign off', mandatory: true, role: 'reviewer' } as const;
    const series = await make({
      create: passed.slice(-1),
      assigneeIds: [priya.id],
      reviewRequired: true,
      checklist: [signOff],
    });
    const ask = (more: Partial<Edit>) => edited(series, { apply: 'not_started', ...more });
    const version = { version: series.version };
    const refusal = async (more: Partial<Edit>) => {
      const { code, errors } = await priya.refused(recurringTasks.edit, ask(more), version);
      return [code, ...Object.keys(errors)];
    };
    const off = { reviewRequired: false, checklist: [] };
    const toOther = { assigneeIds: [at.fixture.personId] };
    for (const more of [off, { ...off, ...toOther }])
      expect(await refusal(more)).toEqual(['REVIEW_OF_OWN_WORK', 'reviewRequired']);
    for (const checklist of [[], [{ ...signOff, mandatory: false }], [{ ...signOff, role: null }]])
      expect(await refusal({ checklist })).toEqual(['STEP_OF_REVIEWER']);
    expect(await open(series.id)).toMatchObject({ reviewRequired: true, version: series.version });
    const [task] = await made(series.id);
    expect(task).toMatchObject({ reviewRequired: true, version: 1 });
    // She may change anything outside the review, and an admin may change the review too.
    const told = await priya.call(recurringTasks.edit, ask({ priority: 1 }), version);
    const record = await priya.call(tasks.open, { id: task?.id ?? '' });
    expect(record).toMatchObject({ priority: 1, reviewRequired: true, checklist: [signOff] });
    await edit(told, { apply: 'not_started', ...off });
    expect(await made(series.id)).toMatchObject([{ reviewRequired: false }]);
  });

  it('twice at once shows the second person the first change; a series that has created something is cancelled and not deleted', async () => {
    const series = await make({ create: passed.slice(-1) });
    const both = await Promise.allSettled([
      edit(series, { apply: 'following', priority: 1 }),
      edit(series, { apply: 'following', priority: 2 }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const seen = await open(series.id);
    const { version } = seen;
    expect((await at.admin.refused(recurringTasks.remove, { id: series.id }, { version })).code).toBe(
      'SERIES_HAS_RUN',
    );
    const next = await open(seen.successor?.id ?? '');
    await at.admin.call(recurringTasks.cancel, { id: next.id, reason: 'Left us' }, { version: next.version });
    expect(await open(next.id)).toMatchObject({ status: 'cancelled', statusReason: 'Left us', next: null });
  });
});
