import { act, screen, waitFor, within } from '@testing-library/react';
import { taskBoard } from '@daybook/contracts/tasks/tasks/task-board';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import { daysAfter } from '../common/days.ts';
import en from '../locales/en.json';
import { idOf, task } from '../test/task-records.ts';
import { monthsAfter, weeksOf } from './calendar/days.ts';
import TaskList from './task-list.tsx';
import { serveTasks } from '../test/task-server.ts';

const texts = { tasks: en };
const at = (path: string) => ({ texts, path, route: '/app/tasks' });

describe('a bulk change of tasks', () => {
  it('shows a result for each task, and can be undone', async () => {
    const server = serveTasks([task(1), task(2), task(3, { status: 'completed' }), task(4, { priority: 1 })]);
    const { user } = await renderScreen(<TaskList />, at('/app/tasks'));
    await screen.findByRole('link', { name: 'Accounts 1' });
    const [all] = screen.getAllByRole('checkbox');
    await user.click(all as HTMLElement);
    expect(screen.getByText('4 tasks selected')).toBeVisible();
    // Not the heading by which the table is sorted.
    await user.click(screen.getAllByRole('button', { name: 'Priority' })[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Priority of 4 tasks')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Apply' })).toBeDisabled();
    await user.click(within(dialog).getByRole('combobox', { name: 'Priority' }));
    await user.click(await screen.findByText('Urgent', { selector: '.ant-select-item-option-content' }));
    expect(within(dialog).getByText(/2 tasks will change. 1 needs no change. 1 is finished/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      /1 task was not changed.*T-00002 Accounts 2: Someone else has changed it\./,
    );
    expect(server.requestsTo(taskBulk.change)[0]?.input).toEqual({
      tasks: [
        { id: idOf(1), version: 1 },
        { id: idOf(2), version: 1 },
      ],
      change: { priority: 1 },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 task was restored.')).toBeVisible();
    expect(server.requestsTo(taskBulk.undo)[0]?.input).toEqual({ tasks: [{ id: idOf(1), version: 2 }] });
  });

  it('moves tasks with the reason that a step needs, and hands them on from one person', async () => {
    const server = serveTasks([task(1), task(4, { assignees: [] })]);
    const { user } = await renderScreen(<TaskList />, at('/app/tasks'));
    await screen.findByRole('link', { name: 'Accounts 1' });
    await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Status' }));
    let dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Status of 2 tasks')).toBeVisible();
    await user.click(within(dialog).getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByText('On hold', { selector: '.ant-select-item-option-content' }));
    expect(within(dialog).getByRole('button', { name: 'Apply' })).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Client has left');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Assign' }));
    dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Assign 2 tasks')).toBeVisible();
    await user.click(within(dialog).getByText('Reassign'));
    for (const box of ['From', 'Assigned to']) {
      await user.click(within(dialog).getByRole('combobox', { name: box }));
      const options = await screen.findAllByText(someone.name, {
        selector: '.ant-select-item-option-content',
      });
      await user.click(options.at(-1) as HTMLElement);
    }
    expect(within(dialog).getByText(/0 tasks will change. 2 need no change/)).toBeVisible();
    expect(server.requestsTo(taskBulk.change)).toEqual([]);
  });
});

describe('the board', () => {
  it('is remembered, and moves its cards by keyboard', async () => {
    const late = task(1, { dueOn: '2020-01-31', priority: 1, checklistTotal: 3, checklistDone: 1 });
    const server = serveTasks([late, task(2), task(3, { status: 'waiting_client' })]);
    const { user, address } = await renderScreen(<TaskList />, at('/app/tasks?filter[billable]=true'));
    await user.click(await screen.findByText('Board'));
    await waitFor(() => expect(address()).toBe('/app/tasks?filter[billable]=true&view=board'));
    const column = await screen.findByRole('region', { name: /To do 2/ });
    const card = (await within(column).findByRole('link', { name: 'Accounts 1' })).closest('li');
    for (const fact of [/Overdue/, 'Urgent', '1 of 3 done', 'Dupont & Fils'])
      expect(await within(card as HTMLElement).findByText(fact)).toBeVisible();
    act(() => within(column).getByRole('link', { name: 'Accounts 1' }).focus());
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Accounts 2' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('link', { name: 'Accounts 3' })).toHaveFocus();
    await user.keyboard('{ArrowLeft}{Tab}{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: 'In progress' }));
    expect(server.requestsTo(tasks.transition)[0]).toMatchObject({
      input: { id: idOf(1), to: 'in_progress' },
      version: 1,
    });
    const begun = await screen.findByRole('region', { name: /In progress/ });
    expect(await within(begun).findByRole('link', { name: 'Accounts 1' })).toBeVisible();
    expect(server.requestsTo(tasks.list).at(-1)?.input['filter']).toMatchObject({ billable: 'true' });
    const move = within(begun).getByRole('button', { name: 'Move T-00001 to…' });
    await waitFor(() => expect(move).toHaveAttribute('aria-disabled', 'false'));
    // Putting a task on hold requires a reason.
    await user.click(move);
    await user.click(await screen.findByRole('menuitem', { name: 'On hold' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toBeRequired();
    expect(within(dialog).getByRole('button', { name: 'Put on hold' })).toBeDisabled();
  });

  it('shows that a column holds more than its count', async () => {
    serveTasks([task(1)]).also(taskBoard, {
      columns: () => ({ columns: [{ status: 'completed' as const, count: 10_000, isCapped: true }] }),
    });
    await renderScreen(<TaskList />, at('/app/tasks?view=board'));
    expect(await screen.findByRole('region', { name: 'Completed 10,000+' })).toBeVisible();
  });

  it('puts a refused card back, and shows the reason on it', async () => {
    serveTasks([task(1, { status: 'in_progress' })], true);
    const { user } = await renderScreen(<TaskList />, at('/app/tasks?view=board'));
    const column = await screen.findByRole('region', { name: /In progress 1/ });
    await user.click(await within(column).findByRole('button', { name: 'Move T-00001 to…' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Completed' }));
    expect(await within(column).findByRole('alert')).toHaveTextContent('Mandatory checklist items');
    expect(within(column).getByRole('link', { name: 'Accounts 1' })).toBeVisible();
  });
});

describe('the calendar', () => {
  it('begins weeks as the region does, and has months of any length', () => {
    expect(weeksOf('2026-02-15', 'month', 1)).toHaveLength(5);
    expect(weeksOf('2026-02-15', 'month', 7).map(([first]) => first)).toEqual([
      '2026-02-01',
      '2026-02-08',
      '2026-02-15',
      '2026-02-22',
    ]);
    expect(weeksOf('2026-03-01', 'week', 1)).toEqual([
      ['2026-02-23', '2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'],
    ]);
    expect([
      monthsAfter('2026-01-31', 1),
      monthsAfter('2026-03-31', -1),
      monthsAfter('2026-12-15', 1),
    ]).toEqual(['2026-02-28', '2026-02-28', '2027-01-15']);
  });

  it('can be walked by keyboard, and moves its tasks to another date', async () => {
    const server = serveTasks([task(1, { dueOn: '2026-03-10' }), task(3, { dueOn: '2026-03-10' })]);
    const { user, address } = await renderScreen(<TaskList />, at('/app/tasks?view=calendar&day=2026-03-09'));
    const ninth = await screen.findByRole('button', { name: /Monday,? 9 March: 0 tasks/ });
    act(() => ninth.focus());
    await user.keyboard('{ArrowRight}');
    const tenth = screen.getByRole('button', { name: /Tuesday,? 10 March: 2 tasks ?Overdue/ });
    await waitFor(() => expect(tenth).toHaveFocus());
    expect(address()).toContain('day=2026-03-10');
    expect(screen.getByText('+1 more')).toBeVisible();
    await user.keyboard('{Enter}');
    // In tests antd gives all its labels the same id, so the dialog cannot be found by name.
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(/10 March 2026/);
    await user.click(await within(dialog).findByRole('button', { name: 'Due date… T-00003' }));
    const box = within(dialog).getByRole('textbox', { name: 'Due' });
    await user.clear(box);
    await user.type(box, '12/3/2026{Enter}');
    expect(server.requestsTo(taskBulk.change)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Change' }));
    await waitFor(() =>
      expect(server.requestsTo(taskBulk.change)[0]?.input).toEqual({
        tasks: [{ id: idOf(3), version: 1 }],
        change: { dueOn: '2026-03-12' },
      }),
    );
    expect(await screen.findByText(/T-00003 is now due on 12 Mar 2026/)).toBeVisible();
    await user.keyboard('{Escape}');
    act(() => tenth.focus());
    await user.keyboard('{PageDown}');
    expect(await screen.findByRole('heading', { name: 'April 2026' })).toBeVisible();
  });
});

describe('work by person', () => {
  it('shows one’s own tasks by role and by due date', async () => {
    serveTasks([task(1, { dueOn: '2020-01-01' }), task(2)]);
    const { user, address } = await renderScreen(<TaskList />, at('/app/tasks?view=mine'));
    expect(await screen.findByRole('heading', { name: 'Overdue 1' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'More for T-00001' })).toBeVisible();
    const all = decodeURIComponent(
      screen.getByRole('link', { name: 'Show all 25' }).getAttribute('href') ?? '',
    );
    expect(all).toBe(`/app/tasks?filter[mine]=doing&filter[dueFrom]=${daysAfter(today(), 8)}`);
    await user.click(screen.getByText('To review 0'));
    expect(await screen.findByText('Nothing to do here.')).toBeVisible();
    expect(address()).toContain('role=reviewing');
  });

  it('shows everybody’s tasks by week, and links each figure to a list', async () => {
    serveTasks([]);
    await renderScreen(<TaskList />, at('/app/tasks?view=load'));
    const row = (await screen.findByRole('rowheader', { name: someone.name })).closest('tr') as HTMLElement;
    const links = within(row)
      .getAllByRole('link')
      .map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')]);
    expect(links[0]?.[1]).toContain(`filter[assigneeId]=${someone.id}`);
    expect(links[1]).toEqual(['2', expect.stringContaining(`filter[dueTo]=${daysAfter(today(), -1)}`)]);
    expect(within(row).getByText('1:30')).toBeVisible();
    expect(within(row).getByText('Over capacity')).toBeVisible();
    const nobodys = screen.getByRole('rowheader', { name: 'Nobody yet' }).closest('tr') as HTMLElement;
    expect(decodeURIComponent(within(nobodys).getAllByRole('link')[0]?.getAttribute('href') ?? '')).toContain(
      'filter[unassigned]=true',
    );
  });
});
