import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import { notifications } from '@daybook/contracts/notifications';
import { deletedTasks } from '@daybook/contracts/tasks/tasks/deleted-tasks';
import { mentionOf, noteLevels } from '@daybook/contracts/tasks/tasks/note-levels';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { openTaskDesk, type TaskDesk } from '../../../test/desks/task-desk.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let reviewer: Caller;
let accounts: TaskDesk['accounts'];
let make: TaskDesk['make'];
let walk: TaskDesk['walk'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, reviewer, accounts, make, walk } = await openTaskDesk(api));
});
afterAll(() => api.stop());

const bodies = async (who: Caller, id: string) =>
  (await who.call(tasks.open, { id })).notes.map(({ body }) => body);
const bell = async (who: Caller) =>
  (await who.call(notifications.list, {})).rows.filter(({ kind }) => kind === 'task_mentioned');
const unseen = { code: 'MENTION_UNSEEN' };

describe('a private note', () => {
  it('is read from its level up, by its author always, and in no history below', async () => {
    const task = await make({ reviewerId: reviewer.id });
    const manager = await api.as({ userType: 'manager', scope: 'all', name: 'Manager' });
    const readers = { admin, manager, reviewer, doer };
    for (const level of noteLevels)
      await manager.call(taskTalk.addNote, { id: task.id, body: `for ${level}`, level });
    const upwards = await doer.call(taskTalk.addNote, { id: task.id, body: 'to lead', level: 'manager_up' });
    expect(upwards.notes[0]).toMatchObject({ body: 'to lead', isOwn: true, level: 'manager_up' });
    const reads: Record<string, string[]> = {};
    for (const [name, who] of Object.entries(readers))
      reads[name] = (await bodies(who, task.id)).toReversed();
    expect(reads).toEqual({
      admin: ['for everyone', 'for reviewer_up', 'for manager_up', 'to lead'],
      manager: ['for everyone', 'for reviewer_up', 'for manager_up', 'for author', 'to lead'],
      reviewer: ['for everyone', 'for reviewer_up'],
      doer: ['for everyone', 'to lead'],
    });
    const told = async (who: Caller) =>
      (await who.call(history.of, { kind: 'task', id: task.id })).events.flatMap(({ parts }) =>
        parts.filter(({ part }) => part === 'note'),
      ).length;
    expect([await told(manager), await told(admin), await told(reviewer), await told(doer)]).toEqual([
      5, 4, 2, 2,
    ]);
    const secret = (await manager.call(tasks.open, { id: task.id })).notes.find(
      ({ level }) => level === 'reviewer_up',
    );
    const at = { id: task.id, noteId: secret?.id };
    const edit = { ...at, body: 'x', level: 'everyone' };
    expect(await doer.refused(taskTalk.editNote, edit, { version: 1 })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await reviewer.refused(taskTalk.editNote, edit, { version: 1 })).toMatchObject({
      code: 'PERM_DENIED',
    });
    expect(await admin.refused(taskTalk.takeBackNote, at, { version: 1 })).toMatchObject({
      code: 'PERM_DENIED',
    });
    const file = await doer.inject({ url: '/api/v1/tasks/export?format=csv' });
    expect(file.body).not.toContain('for reviewer_up');
    // What the conflict shows of the task is what the person may read of it.
    const stale = await doer.refused(tasks.transition, { id: task.id, to: 'in_progress' }, { version: 9 });
    expect(JSON.stringify(stale.data)).not.toContain('for manager_up');
  });

  it('for the reviewer is not opened by who does the work and names themselves reviewer', async () => {
    const editor = await api.as({
      userType: 'executive',
      keys: ['tasks.view', 'tasks.edit', 'tasks.create'],
    });
    const mine = { assigneeIds: [editor.id], billable: false, fee: null };
    const task = await make(mine);
    await admin.call(taskTalk.addNote, { id: task.id, body: 'about them', level: 'reviewer_up' });
    const form = { ...accounts(mine), id: task.id };
    const own = { reviewerId: editor.id };
    const refused = { reviewerId: [{ code: 'REVIEWER_IS_ASSIGNEE' }] };
    // Nor do they by handing the work on in the same breath.
    for (const people of [[editor.id], [doer.id]])
      expect(
        (await editor.refused(tasks.edit, { ...form, ...own, assigneeIds: people }, { version: 1 })).errors,
      ).toMatchObject(refused);
    const internal = { title: 'Mine', internal: true, dueOn: '2026-06-30', assigneeIds: [editor.id] };
    expect((await editor.refused(tasks.create, { ...internal, ...own })).errors).toMatchObject(refused);
    const among = { tasks: [{ id: task.id, version: 1 }], change: own };
    expect((await editor.call(taskBulk.change, among)).results).toMatchObject([
      { refused: { code: 'REVIEWER_IS_ASSIGNEE' } },
    ]);
    // An admin may name them both; they work on as ever, and read nothing that is between reviewer and above.
    await admin.call(tasks.edit, { ...form, ...own }, { version: 1 });
    const edited = await editor.call(tasks.edit, { ...form, ...own, title: 'Still mine' }, { version: 2 });
    expect(edited).toMatchObject({ title: 'Still mine', notes: [] });
    const { events } = await editor.call(history.of, { kind: 'task', id: task.id });
    expect(events.flatMap(({ parts }) => parts.map(({ part }) => part))).not.toContain('note');
    expect(
      (await admin.call(taskTalk.mentionable, { id: task.id, level: 'reviewer_up' })).map(({ id }) => id),
    ).not.toContain(editor.id);
  });

  it('is edited and taken back by its author, at the version they saw', async () => {
    const task = await make();
    const written = await doer.call(taskTalk.addNote, { id: task.id, body: 'The bank writes' });
    const noteId = written.notes[0]?.id ?? '';
    const edit = { id: task.id, noteId, body: 'The bank wrote', level: 'everyone' as const };
    const edited = await doer.call(taskTalk.editNote, edit, { version: 1 });
    expect(edited.notes[0]).toMatchObject({ body: 'The bank wrote', version: 2, withdrawnAt: null });
    expect(edited.notes[0]?.editedAt).not.toBeNull();
    expect(edited.version).toBe(1);
    expect(await doer.refused(taskTalk.editNote, edit, { version: 1 })).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    const gone = await doer.call(taskTalk.takeBackNote, { id: task.id, noteId }, { version: 2 });
    expect(gone.notes[0]).toMatchObject({ id: noteId, body: '', mentions: [], isOwn: true });
    expect(await doer.refused(taskTalk.editNote, edit, { version: 3 })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    const { events } = await admin.call(history.of, { kind: 'task', id: task.id });
    expect(events.flatMap(({ parts }) => parts.map(({ part, step }) => `${part} ${step}`))).toEqual([
      'note removed',
      'note changed',
      'note added',
    ]);
    const other = await make();
    expect(await doer.refused(taskTalk.takeBackNote, { id: other.id, noteId }, { version: 3 })).toMatchObject(
      { code: 'NOT_FOUND' },
    );
    const raw = async (text: string) =>
      api.appPool.query(text, [noteId]).then(
        () => null,
        (error: { code: string }) => error.code,
      );
    expect(await raw(`update task_note set body = 'x' where id = $1`)).toBe('DB001');
    expect(await raw(`update task_note set created_at = now() where id = $1`)).toBe('42501');
    expect(await raw(`delete from task_note where id = $1`)).toBe('42501');
  });
});

describe('a mention', () => {
  it('is of somebody who reads it, is told to them once, and lets them answer', async () => {
    const task = await make({ reviewerId: reviewer.id });
    const colleague = await api.as({
      userType: 'manager',
      scope: 'all',
      keys: ['tasks.view'],
      name: 'Colleague',
    });
    const stranger = await api.as({
      userType: 'executive',
      scope: 'own',
      keys: ['tasks.view'],
      name: 'Stranger',
    });
    const keyless = await api.as({ userType: 'admin', keys: ['clients.view'], name: 'Keyless' });
    const body = `${mentionOf(colleague.id)}, ask ${mentionOf(colleague.id)} or ${mentionOf(reviewer.id)}`;
    expect(await colleague.refused(taskTalk.addNote, { id: task.id, body: 'May I?' })).toMatchObject({
      code: 'PERM_DENIED',
    });
    const noted = await doer.call(taskTalk.addNote, { id: task.id, body });
    expect(noted.notes[0]).toMatchObject({
      body,
      mentions: [
        { id: colleague.id, label: 'Colleague' },
        { id: reviewer.id, label: 'Reviewer' },
      ],
    });
    expect(await bell(colleague)).toMatchObject([
      {
        params: { no: task.no, title: task.title, by: 'Doer' },
        path: `tasks/view-task/${task.id}`,
      },
    ]);
    const answered = await colleague.call(taskTalk.addNote, { id: task.id, body: 'Here it is' });
    expect(answered).toMatchObject({ mayTalk: true, mayWork: false });
    const at = { id: task.id, noteId: noted.notes[0]?.id ?? '' };
    await doer.call(taskTalk.editNote, { ...at, body: `${body}!`, level: 'everyone' }, { version: 1 });
    expect(await bell(colleague)).toHaveLength(1);
    const refusal = async (text: string, level: (typeof noteLevels)[number] = 'everyone') =>
      (await doer.refused(taskTalk.addNote, { id: task.id, body: text, level })).errors['body'];
    expect(await refusal(mentionOf(stranger.id))).toEqual([{ ...unseen, params: { name: 'Stranger' } }]);
    expect(await refusal(mentionOf(keyless.id))).toEqual([{ ...unseen, params: { name: 'Keyless' } }]);
    expect(await refusal(mentionOf(reviewer.id), 'manager_up')).toMatchObject([unseen]);
    expect(await refusal(mentionOf(uuidv7()))).toMatchObject([{ code: 'REFERENCE_UNKNOWN' }]);
    const narrowed = { ...at, body, level: 'manager_up' };
    expect((await doer.refused(taskTalk.editNote, narrowed, { version: 2 })).errors['body']).toEqual([
      { ...unseen, params: { name: 'Reviewer' } },
    ]);
    const offered = async (level: (typeof noteLevels)[number], q?: string) =>
      (await doer.call(taskTalk.mentionable, { id: task.id, level, q })).map(({ label }) => label);
    const all = await offered('everyone');
    expect(all[0]).toBe('Reviewer');
    expect(all).toContain('Colleague');
    expect(all).not.toEqual(expect.arrayContaining(['Stranger']));
    expect(all).not.toEqual(expect.arrayContaining(['Doer']));
    expect(await offered('everyone', 'coll')).toEqual(['Colleague']);
    expect(await offered('manager_up', 'rev')).toEqual([]);
    await api.db
      .updateTable('appUser')
      .set({ status: 'deactivated' })
      .where('id', '=', colleague.id)
      .execute();
    expect(await offered('everyone', 'coll')).toEqual([]);
    await doer.call(taskTalk.editNote, { ...at, body, level: 'everyone' }, { version: 2 });
    expect(await refusal(mentionOf(colleague.id))).toMatchObject([{ code: 'REFERENCE_UNKNOWN' }]);
  });
});

describe('a step', () => {
  it('is ticked by whose it is, and has its own day', async () => {
    const task = await make({
      reviewerId: reviewer.id,
      checklist: [
        { title: 'Prepare', role: 'assignee', dueOn: '2026-06-10' },
        { title: 'Check', role: 'reviewer', mandatory: true },
        { title: 'Phone' },
      ],
    });
    const [prepare, check, phone] = task.checklist;
    expect(prepare).toMatchObject({ role: 'assignee', dueOn: '2026-06-10' });
    const mayTick = async (who: Caller) =>
      (await who.call(tasks.open, { id: task.id })).checklist.map((item) => item.mayTick);
    expect([await mayTick(doer), await mayTick(reviewer), await mayTick(admin)]).toEqual([
      [true, false, true],
      [false, true, true],
      [true, true, true],
    ]);
    const tick = (itemId: string | undefined) => ({ id: task.id, itemId: itemId ?? '', done: true });
    expect(await doer.refused(tasks.tickChecklistItem, tick(check?.id))).toMatchObject({
      httpStatus: 403,
      code: 'STEP_OF_REVIEWER',
    });
    expect(await reviewer.refused(tasks.tickChecklistItem, tick(prepare?.id))).toMatchObject({
      code: 'STEP_OF_ASSIGNEE',
    });
    await reviewer.call(tasks.tickChecklistItem, tick(phone?.id));
    await admin.call(tasks.tickChecklistItem, tick(check?.id));
    const checklist = [
      { id: prepare?.id, title: 'Prepare', dueOn: '2026-06-12' },
      { id: check?.id, title: 'Check' },
    ];
    await admin.call(tasks.edit, { ...accounts({ checklist }), id: task.id }, { version: 1 });
    const { events } = await admin.call(history.of, { kind: 'task', id: task.id });
    const fields = events[0]?.parts.flatMap(({ changes }) => changes.map(({ field }) => field));
    expect(fields).toEqual(
      expect.arrayContaining(['checklist.role', 'checklist.dueOn', 'checklist.mandatory']),
    );
  });
});

describe('the bin', () => {
  it('gives a task back for 30 days, and its work waits to be invoiced again', async () => {
    const done = await walk(await make(), 'in_progress', 'completed');
    const { version } = await admin.call(tasks.remove, { id: done.id }, { version: done.version });
    const restore = { id: done.id };
    expect(await admin.refused(tasks.restore, restore, { version: done.version })).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    expect(await doer.refused(tasks.restore, restore, { version })).toMatchObject({ code: 'PERM_DENIED' });
    const back = await admin.call(tasks.restore, restore, { version });
    expect(back).toMatchObject({ version: version + 1, status: 'completed', billingStatus: 'pending' });
    expect(await admin.refused(tasks.restore, restore, { version: version + 1 })).toMatchObject({
      code: 'NOT_FOUND',
    });
    await admin.call(tasks.remove, restore, { version: version + 1 });
    await api.ownerPool.query(`update task set deleted_at = now() - interval '31 days' where id = $1`, [
      done.id,
    ]);
    expect(await admin.refused(tasks.restore, restore, { version: version + 2 })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('lists what can be given back, by whom it was deleted, the last one first', async () => {
    const [first, second, long] = [await make(), await make(), await make()];
    const lucy = await api.as({ name: 'Lucy' });
    for (const { id, version } of [first, second, long]) await lucy.call(tasks.remove, { id }, { version });
    await api.ownerPool.query(`update task set deleted_at = now() - interval '31 days' where id = $1`, [
      long.id,
    ]);
    const found = async (more: InputOf<typeof deletedTasks.list>) =>
      (await admin.call(deletedTasks.list, more)).rows.filter(({ id }) =>
        [first.id, second.id, long.id].includes(id),
      );
    const [latest, before, ...rest] = await found({ q: 'dupont accounts' });
    expect([latest?.id, before?.id, rest]).toEqual([second.id, first.id, []]);
    expect(latest).toMatchObject({ no: second.no, client: second.client, deletedBy: 'Lucy', version: 2 });
    const kept = Date.parse(latest?.keptUntil ?? '') - Date.parse(latest?.deletedAt ?? '');
    // A change of the clock makes a day of 23 or 25 hours.
    expect(Math.round(kept / 86_400_000)).toBe(30);
    expect(await found({ filter: { status: 'completed' } })).toEqual([]);
    expect(await doer.refused(deletedTasks.list, {})).toMatchObject({ code: 'PERM_DENIED' });
    await admin.call(tasks.restore, { id: second.id }, { version: 2 });
    expect((await found({ sort: 'deletedAt' })).map(({ id }) => id)).toEqual([first.id]);
  });
});

describe('what the authority says of a return', () => {
  it('is recorded also when the work is done, by whoever works on it', async () => {
    const done = await walk(await make(), 'in_progress', 'completed');
    const filing = { id: done.id, filedOn: '2026-06-28', ackNo: 'ACK-2026/77' };
    expect(await doer.call(tasks.recordFiling, filing, { version: done.version })).toMatchObject({
      ...filing,
      version: done.version + 1,
      status: 'completed',
    });
    const looker = await api.as({ userType: 'admin', keys: ['tasks.view'] });
    const stale = { version: done.version + 1 };
    expect(await looker.refused(tasks.recordFiling, filing, stale)).toMatchObject({ code: 'PERM_DENIED' });
    const dropped = await walk(await make(), 'cancelled');
    expect(
      await admin.refused(tasks.recordFiling, { ...filing, id: dropped.id }, { version: dropped.version }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    expect((await doer.call(timeEntries.list, { filter: { taskId: done.id } })).rows).toEqual([]);
  });
});
