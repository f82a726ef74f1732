import { uuidv7 } from 'uuidv7';
import { history } from '@daybook/contracts/history';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { openTaskFixture, type TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { notifications } from '@daybook/contracts/notifications';
import { mentionOf, noteLevels } from '@daybook/contracts/tasks/tasks/note-levels';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let reviewer: Caller;
let accounts: TaskFixture['accounts'];
let make: TaskFixture['make'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, reviewer, accounts, make } = await openTaskFixture(api));
});
afterAll(() => api.stop());

const bodies = async (who: Caller, id: string) =>
  (await who.call(tasks.open, { id })).notes.map(({ body }) => body);

const bell = async (who: Caller) =>
  (await who.call(notifications.list, {})).rows.filter(({ kind }) => kind === 'task_mentioned');

const unseen = { code: 'MENTION_UNSEEN' };

describe('a private note', () => {
  it('is readable from its level up and by its author, and in no history below', async () => {
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
    // The conflict shows the task with the notes that the person can read.
    const stale = await doer.refused(tasks.transition, { id: task.id, to: 'in_progress' }, { version: 9 });
    expect(JSON.stringify(stale.data)).not.toContain('for manager_up');
  });

  it('for the reviewer stays hidden from assignees who name themselves reviewer', async () => {
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
    // Handing the task on in the same edit does not help them.
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
    // An admin may make an assignee the reviewer; both go on working, but cannot read notes for the reviewer and above.
    await admin.call(tasks.edit, { ...form, ...own }, { version: 1 });
    const edited = await editor.call(tasks.edit, { ...form, ...own, title: 'Still mine' }, { version: 2 });
    expect(edited).toMatchObject({ title: 'Still mine', notes: [] });
    const { events } = await editor.call(history.of, { kind: 'task', id: task.id });
    expect(events.flatMap(({ parts }) => parts.map(({ part }) => part))).not.toContain('note');
    expect(
      (await admin.call(taskTalk.mentionable, { id: task.id, level: 'reviewer_up' })).map(({ id }) => id),
    ).not.toContain(editor.id);
  });

  it('is edited and deleted by its author, at the version they saw', async () => {
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
  it('names somebody who can read it, notifies them once, and lets them answer', async () => {
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
        record: { kind: 'task', id: task.id },
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
