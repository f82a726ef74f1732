import { act, screen, waitFor, within } from '@testing-library/react';
import { languages } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import { type TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { history } from '@daybook/contracts/history';
import { deletedTasks } from '@daybook/contracts/tasks/tasks/deleted-tasks';
import { taskAttachments } from '@daybook/contracts/tasks/tasks/task-files';
import { tasks, type Task } from '@daybook/contracts/tasks/tasks/tasks';
import { today } from '@daybook/shared/today';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import { idOf, task } from '../test/task-records.ts';
import DeletedList from './deleted-list.tsx';
import TaskList from './task-list.tsx';
import TaskRecord from './task-record.tsx';

const texts = { tasks: en };
const pageOf = (rows: Task[]) => ({ rows, pageSize: 20, next: null, previous: null });
type User = Awaited<ReturnType<typeof renderScreen>>['user'];
const pick = async (user: User, box: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: box }));
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
};

const at = { texts, path: `/app/tasks/view-task/${idOf(1)}`, route: '/app/tasks/view-task/:id' };

const binned = (n: number) => ({
  ...task(n),
  version: 2,
  deletedAt: '2026-11-20T10:00:00Z',
  deletedBy: 'Lucy',
  keptUntil: '2026-12-20T10:00:00Z',
});

describe('the bin', () => {
  it('shows who deleted a task and until when it is kept, and restores one', async () => {
    let rows = [binned(1), binned(2)];
    const server = fakeServer(deletedTasks, {
      list: () => ({ ...pageOf([]), rows }),
      total: () => ({ total: rows.length, isCapped: false }),
    }).also(tasks, {
      restore: ({ input }) => {
        rows = rows.filter(({ id }) => id !== input.id);
        return task(2, { version: 3 });
      },
    });
    const { user } = await renderScreen(<DeletedList />, { texts, path: '/app/tasks/deleted' });
    const row = (await screen.findByText('Accounts 2')).closest('tr') as HTMLElement;
    expect(row).toHaveTextContent(/Dupont & Fils.*20 Nov 2026.*Lucy.*20 Dec 2026/);
    await user.click(within(row).getByRole('button', { name: 'Restore T-00002' }));
    expect(await screen.findByText('T-00002 restored.')).toBeVisible();
    expect(server.requestsTo(tasks.restore)[0]).toMatchObject({ input: { id: idOf(2) }, version: 2 });
    await waitFor(() => expect(screen.queryByText('Accounts 2')).not.toBeInTheDocument());
    expect(screen.getByText('Accounts 1')).toBeVisible();
  });
});

describe('the list of tasks', () => {
  it('shows late tasks in words, and moves a task on from its row', async () => {
    let status: TaskStatus = 'todo';
    const server = fakeServer(tasks, {
      list: () => pageOf([task(1, { status, dueOn: '2020-01-31' }), task(2)]),
      transition: ({ input }) => {
        status = input.to;
        return task(1, { status });
      },
    });
    const { user } = await renderScreen(<TaskList />, { texts, path: '/app/tasks' });
    const row = (await screen.findByRole('link', { name: 'Accounts 1' })).closest('tr') as HTMLElement;
    expect(within(row).getByText(/Overdue/)).toBeVisible();
    expect(within(row).getByText('€900.00')).toBeVisible();
    expect(within(row).getByRole('link')).toHaveAttribute('href', `/app/tasks/view-task/${idOf(1)}`);
    await user.click(within(row).getByRole('button', { name: 'Start' }));
    expect(await within(row).findByText('In progress')).toBeVisible();
    expect(await screen.findByText('T-00001 started.')).toBeVisible();
    expect(server.requestsTo(tasks.transition)[0]).toMatchObject({
      input: { to: 'in_progress', reason: null },
      version: 1,
    });
  });

  it('asks for the reason in the row’s menu', async () => {
    const server = fakeServer(tasks, {
      list: () => pageOf([task(1)]),
      transition: () => task(1, { status: 'cancelled' }),
    });
    const { user } = await renderScreen(<TaskList />, { texts });
    await user.click(await screen.findByRole('button', { name: 'More for T-00001' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel task' }));
    // In tests antd gives the menu and the dialog the same id, so the dialog would have the menu's name.
    await screen.findByText('Cancel T-00001 for good');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Cancel task' })).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Client has left');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel task' }));
    await waitFor(() =>
      expect(server.requestsTo(tasks.transition)[0]?.input).toMatchObject({
        to: 'cancelled',
        reason: 'Client has left',
      }),
    );
  });

  it('filters by one’s own tasks and by late ones', async () => {
    const server = fakeServer(tasks, { list: () => pageOf([task(1)]) });
    const { user, address } = await renderScreen(<TaskList />, { texts, path: '/app/tasks' });
    await user.click(await screen.findByRole('radio', { name: 'Mine' }));
    await waitFor(() => expect(address()).toBe(`/app/tasks?filter[assigneeId]=${someone.id}`));
    await pick(user, 'Due', 'Overdue');
    await waitFor(() =>
      expect(server.requestsTo(tasks.list).at(-1)?.input['filter']).toMatchObject({
        assigneeId: someone.id,
        status: ['todo', 'in_progress', 'waiting_client', 'in_review', 'on_hold'],
        dueTo: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
      }),
    );
  });

  it('keeps "today" in its address and in a saved view, and sends the date to the server', async () => {
    const server = fakeServer(tasks, { list: () => pageOf([task(1)]) });
    const { user, address } = await renderScreen(<TaskList />, { texts, path: '/app/tasks' });
    await screen.findByRole('link', { name: 'Accounts 1' });
    await pick(user, 'Due', 'Today');
    await waitFor(() => expect(address()).toBe('/app/tasks?filter[dueFrom]=today&filter[dueTo]=today'));
    await waitFor(() =>
      expect(server.requestsTo(tasks.list).at(-1)?.input['filter']).toEqual({
        dueFrom: today(),
        dueTo: today(),
      }),
    );
  });

  it('shows the dates of a link that match none of its presets, and can clear them', async () => {
    fakeServer(tasks, { list: () => pageOf([task(1)]) });
    const path = '/app/tasks?filter[dueFrom]=2026-04-03&filter[dueTo]=2026-04-09';
    const { user, address } = await renderScreen(<TaskList />, { texts, path });
    expect(await screen.findByText('3 Apr 2026 – 9 Apr 2026')).toBeVisible();
    act(() => screen.getByRole('combobox', { name: 'Due' }).focus());
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(address()).toBe('/app/tasks'));
  });

  it('hides fees from people who may not see money', async () => {
    fakeServer(tasks, { list: () => pageOf([task(1, { fee: undefined })]) });
    await renderScreen(<TaskList />, { texts, me: { roles: ['tasks.view'] } });
    await screen.findByRole('link', { name: 'Accounts 1' });
    expect(screen.queryByRole('columnheader', { name: 'Fee' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'New task' })).not.toBeInTheDocument();
  });
});

const step = { role: null, dueOn: null, doneAt: null, doneBy: null, mayTick: true };

/** A record's page also reads its history. */
const serve = (handlers: Parameters<typeof fakeServer<typeof tasks>>[1]) =>
  fakeServer(tasks, handlers)
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(taskAttachments, { list: () => [] });

describe('the page of a task', () => {
  it('offers the steps in the order of the workflow, and ticks at once', async () => {
    let doneAt: string | null = null;
    const server = serve({
      open: () =>
        task(1, {
          status: 'in_progress',
          checklistTotal: 1,
          checklistDone: doneAt ? 1 : 0,
          checklist: [
            {
              ...step,
              id: idOf(40),
              title: 'Bank letters',
              mandatory: true,
              doneAt,
              doneBy: doneAt && 'Asha',
            },
          ],
        }),
      tickChecklistItem: ({ input }) => {
        doneAt = input.done ? '2026-06-01T10:00:00Z' : null;
        return task(1);
      },
    });
    const { user } = await renderScreen(<TaskRecord />, at);
    expect(await screen.findByRole('heading', { name: 'T-00001 Accounts 1' })).toBeVisible();
    const steps = ['Complete', 'Send for review', 'Wait for client', 'Put on hold'];
    expect(
      screen
        .getAllByRole('button')
        .map((button) => button.textContent)
        .filter((text) => steps.includes(text)),
    ).toEqual(steps);
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Cancel task',
      'Delete',
    ]);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('checkbox', { name: /Bank letters/ }));
    expect(await screen.findByText('1 of 1 done')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /Bank letters/ })).toBeChecked();
    expect(server.requestsTo(tasks.tickChecklistItem)[0]?.input).toMatchObject({
      itemId: idOf(40),
      done: true,
    });
  });

  it('shows why a step is refused', async () => {
    serve({
      open: () => task(1, { status: 'in_progress' }),
      transition: () => {
        throw new Refusal('CHECKLIST_INCOMPLETE');
      },
    });
    const { user } = await renderScreen(<TaskRecord />, at);
    await user.click(await screen.findByRole('button', { name: 'Complete' }));
    expect(await screen.findByText('Mandatory checklist items are still open.')).toBeVisible();
  });

  it('links finished work to its invoice', async () => {
    serve({
      open: () =>
        task(1, {
          status: 'completed',
          completedAt: '2026-06-01T10:00:00Z',
          completedBy: 'Asha Rao',
          billingStatus: 'pending',
          pendingItemId: idOf(80),
          hasTime: true,
        }),
    });
    await renderScreen(<TaskRecord />, at);
    expect(await screen.findByText('Waiting to be invoiced')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Prepare invoice' })).toHaveAttribute(
      'href',
      `/app/invoices/add?pending=${idOf(80)}`,
    );
    expect(screen.getByRole('button', { name: 'Reopen' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
    // A task with recorded time cannot be deleted.
    expect(screen.queryByRole('button', { name: 'More actions' })).not.toBeInTheDocument();
  });

  it('offers no actions to people who may only read', async () => {
    const seen = { ...task(1, { mayWork: false, mayTalk: false, fee: undefined }), moves: [] };
    serve({ open: () => seen });
    await renderScreen(<TaskRecord />, { ...at, me: { roles: ['tasks.view'] } });
    await screen.findByRole('heading', { name: 'T-00001 Accounts 1' });
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByText('€900.00')).not.toBeInTheDocument();
  });
});

describe.each(languages)('in %s', (language) => {
  it.each(['ltr', 'rtl'] as const)('the screens are translated, %s', async (direction) => {
    serve({ list: () => pageOf([task(1)]), open: () => task(1, { targetOn: '2199-07-31' }) });
    const look = { texts: { tasks: { en, zh, fr, ja }[language] }, language, theme: { direction } };
    const { unmount, container } = await renderScreen(<TaskList />, look);
    await screen.findByRole('link', { name: 'Accounts 1' });
    const rawKey = /\b(field|move|status|whose|due|checklist|billingStatus|priority)\.\w+/;
    expect(container).not.toHaveTextContent(rawKey);
    unmount();
    const record = await renderScreen(<TaskRecord />, { ...at, ...look });
    await screen.findByRole('heading', { level: 1 });
    expect(record.container).not.toHaveTextContent(rawKey);
  });
});
