import { screen, waitFor, within } from '@testing-library/react';
import { history } from '@daybook/contracts/history';
import { Refusal } from '@daybook/contracts/refusals';
import { mentionOf, type TaskNote } from '@daybook/contracts/tasks/tasks/note-levels';
import { taskAttachments } from '@daybook/contracts/tasks/tasks/task-files';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { timeEntries, type TimeEntry } from '@daybook/contracts/tasks/time/task-time';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import TaskRecord from './task-record.tsx';
import { idOf, task } from '../test/task-records.ts';
import TimeList from './time-list.tsx';
import { parseDuration } from '@daybook/shared/inputs/duration-input';
import { parseTimeOfDay } from '../common/durations.ts';

const texts = { tasks: en };
const at = { texts, path: `/app/tasks/view-task/${idOf(1)}`, route: '/app/tasks/view-task/:id' };
const colleague = { id: idOf(300), label: 'Ben Stone' };

const entry = (patch: Partial<TimeEntry> = {}): TimeEntry => ({
  id: idOf(60),
  version: 1,
  task: { id: idOf(1), no: 'T-00001', label: 'Accounts 1' },
  client: null,
  person: { id: someone.id, label: someone.name },
  workedOn: '2026-03-02',
  startedAt: null,
  endedAt: null,
  minutes: 90,
  billable: true,
  note: 'Bank',
  isOwn: true,
  mayEdit: true,
  ...patch,
});
const note = (patch: Partial<TaskNote> = {}): TaskNote => ({
  id: idOf(70),
  body: 'The bank writes',
  at: '2026-06-01T10:00:00Z',
  by: someone.name,
  version: 1,
  level: 'everyone',
  mentions: [],
  editedAt: null,
  withdrawnAt: null,
  isOwn: true,
  ...patch,
});
const pageOf = (rows: TimeEntry[]) => ({ rows, pageSize: 20, next: null, previous: null });

const serve = (handlers: Parameters<typeof fakeServer<typeof tasks>>[1]) =>
  fakeServer(tasks, handlers)
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(taskAttachments, { list: () => [] });

it.each([
  ['1:30', 90],
  ['90', 90],
  ['1.5 h', 90],
  ['1,5h', 90],
  ['1h30', 90],
  ['２時間', 120],
  ['1小时30分钟', 90],
  ['0:05', 5],
  ['', undefined],
  ['soon', undefined],
  ['1:75', undefined],
])('“%s” is %s minutes', (text, minutes) => {
  expect(parseDuration(text)).toBe(minutes);
});

it.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9h30', '09:30'],
  ['9.05', '09:05'],
  ['9:30 pm', '21:30'],
  ['12am', '00:00'],
  ['25', undefined],
  ['13pm', undefined],
])('“%s” is %s', (text, time) => {
  expect(parseTimeOfDay(text)).toBe(time);
});

describe('time on the page of a task', () => {
  it('is entered as people write it, and refused on its field', async () => {
    let isFull = true;
    const server = serve({ open: () => task(1, { estimateMin: 60, spentMin: 90 }) }).also(timeEntries, {
      running: () => ({ entry: null }),
      list: () => pageOf([entry()]),
      create: ({ input }) => {
        if (isFull) throw new Refusal('INPUT_INVALID', {}, { minutes: [{ code: 'DAY_FULL' }] });
        return entry({ minutes: input.minutes });
      },
    });
    const { user } = await renderScreen(<TaskRecord />, at);
    expect(await screen.findByText('1:30 of 1:00: over the estimate')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Enter time' }));
    await screen.findByText('Enter time on T-00001');
    const dialog = screen.getByRole('dialog');
    await user.type(within(dialog).getByRole('textbox', { name: /Time spent/ }), '1h15');
    await user.click(within(dialog).getByRole('button', { name: 'Record' }));
    expect(await within(dialog).findAllByText(/more than 24 hours/)).not.toHaveLength(0);
    isFull = false;
    await user.click(within(dialog).getByRole('button', { name: 'Record' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.requestsTo(timeEntries.create).at(-1)?.input).toMatchObject({
      taskId: idOf(1),
      minutes: 75,
      billable: true,
    });
  });

  it('starts a timer that stays visible, and names the one it stopped', async () => {
    let running: TimeEntry | null = null;
    serve({ open: () => task(1) }).also(timeEntries, {
      running: () => ({ entry: running }),
      list: () => pageOf([]),
      start: () => {
        running = entry({ startedAt: new Date().toISOString(), minutes: null });
        return { entry: running, stopped: { task: { ...running.task, no: 'T-00007' }, minutes: 42 } };
      },
      stop: () => {
        running = null;
        return { stopped: { task: entry().task, minutes: null } };
      },
    });
    const { user } = await renderScreen(<TaskRecord />, at);
    await user.click(await screen.findByRole('button', { name: 'Start timer' }));
    expect(await screen.findByText('Timer started on T-00001. T-00007: 0:42 recorded.')).toBeVisible();
    const bar = await screen.findByRole('region', { name: 'Running timer' });
    expect(within(bar).getByRole('link', { name: 'T-00001 Accounts 1' })).toBeVisible();
    await user.click(within(bar).getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('T-00001: less than a minute, nothing recorded.')).toBeVisible();
  });
});

it.each([
  [47, null],
  [48, '80 % of the estimate is spent.'],
  [60, 'The estimate is spent: 100 %.'],
  [75, 'The estimate is spent: 125 %.'],
])('a task warns after %i of 60 minutes: %s', async (spentMin, warning) => {
  serve({ open: () => task(1, { estimateMin: 60, spentMin }) }).also(timeEntries, {
    list: () => pageOf([]),
    running: () => ({ entry: null }),
  });
  await renderScreen(<TaskRecord />, at);
  expect(await screen.findByRole('progressbar', { name: 'Time spent against the estimate' })).toBeVisible();
  const warnings = screen.queryAllByText(/of the estimate is spent|The estimate is spent/);
  expect(warnings.map(({ textContent }) => textContent)).toEqual(warning === null ? [] : [warning]);
});

it('a task of an erased client takes no note, time, file or move', async () => {
  serve({ open: () => task(1, { status: 'completed', clientErased: true, moves: [], notes: [] }) }).also(
    timeEntries,
    { list: () => pageOf([entry({ mayEdit: false })]), running: () => ({ entry: null }) },
  );
  await renderScreen(<TaskRecord />, at);
  expect(await screen.findByText('No notes yet.')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  for (const name of [en.time.add, en.copy, en.edit, 'More actions'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: en.copy })).toBeNull();
});

it('the list of time shows its total, and deletes an entry', async () => {
  const server = fakeServer(timeEntries, {
    running: () => ({ entry: null }),
    list: () => pageOf([entry()]),
    total: () => ({ total: 1, isCapped: false, minutes: 90 }),
    remove: () => ({}),
  });
  const { user } = await renderScreen(<TimeList />, { texts, path: '/app/time' });
  expect(await screen.findByText('Total:')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Remove time of/ }));
  expect(await screen.findByText('Time removed.')).toBeVisible();
  expect(server.requestsTo(timeEntries.remove)[0]).toMatchObject({ input: { id: idOf(60) }, version: 1 });
});

describe('the notes of a task', () => {
  it('mention a colleague by keyboard, and stay when they cannot be saved', async () => {
    let isRefused = true;
    const server = serve({ open: () => task(1) }).also(taskTalk, {
      mentionable: () => [colleague],
      addNote: () => {
        if (isRefused)
          throw new Refusal(
            'INPUT_INVALID',
            {},
            { body: [{ code: 'MENTION_UNSEEN', params: { name: colleague.label } }] },
          );
        return task(1);
      },
    });
    const { user } = await renderScreen(<TaskRecord />, at);
    const box = await screen.findByRole('textbox', { name: 'Write a note' });
    await user.type(box, 'Ask @Be');
    await screen.findByText('Ben Stone');
    await user.keyboard('{Enter}');
    expect(box).toHaveValue('Ask @Ben Stone ');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/Ben Stone cannot read this note/);
    expect(box).toHaveValue('Ask @Ben Stone ');
    isRefused = false;
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(box).toHaveValue(''));
    expect(server.requestsTo(taskTalk.addNote).at(-1)?.input).toMatchObject({
      body: `Ask ${mentionOf(colleague.id)}`,
      level: 'everyone',
    });
  });

  it('show whom they mention and who can read them, and are edited by their author', async () => {
    const private_ = note({
      body: `For ${mentionOf(colleague.id)}`,
      mentions: [colleague],
      level: 'reviewer_up',
    });
    const gone = note({ id: idOf(71), body: '', isOwn: false, withdrawnAt: '2026-06-02T10:00:00Z' });
    const server = serve({ open: () => task(1, { notes: [private_, gone] }) }).also(taskTalk, {
      editNote: () => task(1),
      takeBackNote: () => task(1),
    });
    const { user } = await renderScreen(<TaskRecord />, at);
    const list = await screen.findByRole('list', { name: 'Notes' });
    expect(within(list).getByText('@Ben Stone')).toBeVisible();
    expect(within(list).getByText('Reviewer, managers and admins')).toBeVisible();
    expect(within(list).getByText('Withdrawn.')).toBeVisible();
    await user.click(within(list).getByRole('button', { name: 'Edit' }));
    const box = within(list).getByRole('textbox', { name: 'Write a note' });
    expect(box).toHaveValue('For @Ben Stone');
    await user.type(box, '!');
    await user.click(within(list).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requestsTo(taskTalk.editNote)).toHaveLength(1));
    expect(server.requestsTo(taskTalk.editNote)[0]).toMatchObject({
      version: 1,
      input: { noteId: idOf(70), body: `For ${mentionOf(colleague.id)}!`, level: 'reviewer_up' },
    });
    await user.click(await within(list).findByRole('button', { name: 'Withdraw' }));
    await screen.findByText('Withdraw this note');
    const asked = screen.getByRole('dialog');
    await user.click(within(asked).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(server.requestsTo(taskTalk.takeBackNote)).toHaveLength(1));
  });
});
