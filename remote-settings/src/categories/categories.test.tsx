import { screen, waitFor, within } from '@testing-library/react';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { recurrence } from '@daybook/contracts/recurrence/preview';
import { refuseField } from '@daybook/contracts/refusals';
import {
  recurringTaskCategories,
  type RecurringTaskCategory,
} from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories, type TaskCategory } from '@daybook/contracts/settings/categories/task-categories';
import { dueOverrides } from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import AddTaskCategory from './add-task-category.tsx';
import EditRecurringCategory from './edit-recurring-category.tsx';
import EditTaskCategory from './edit-task-category.tsx';
import RecurringCategoryList from './recurring-category-list.tsx';
import TaskCategoryList from './task-category-list.tsx';

const id = '018f2b1c-0000-7000-8000-000000000001';
const registration: TaskCategory = {
  id,
  version: 3,
  name: 'Registration',
  title: 'Register for GST',
  department: null,
  service: null,
  fee: minor(500_000),
  currency: 'INR',
  billingRule: null,
  reviewRequired: true,
  slaDays: 14,
  estimateMin: 90,
  priority: 2,
  description: null,
  checklist: [{ title: 'Ask for papers', mandatory: true, offsetDays: -10, role: 'assignee' }],
  active: true,
};
const texts = { settings: en };

beforeEach(() => sessionStorage.clear());

describe('task categories', () => {
  it.each([
    ['en', en, 'Task categories'],
    ['zh', zh, '任务类别'],
    ['fr', fr, 'Catégories de tâches'],
    ['ja', ja, 'タスクの種類'],
  ] as const)('are listed in %s', async (language, own, title) => {
    fakeServer(taskCategories, {
      list: () => ({ rows: [registration], pageSize: 20, next: null, previous: null }),
      total: () => ({ total: 1, isCapped: false }),
    });
    await renderScreen(<TaskCategoryList />, { language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: 'Registration' })).toHaveAttribute(
      'href',
      `/app/settings/task_categories/edit/${id}`,
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });

  it('are created with steps, each refused in its place', async () => {
    const server = fakeServer(taskCategories, {
      create: ({ input }) => {
        if (server.requestsTo(taskCategories.create).length === 1)
          throw refuseField('ALREADY_EXISTS', 'name');
        return { ...registration, name: input.name };
      },
    }).also(lookups, { find: () => [] });
    const { user, address } = await renderScreen(<AddTaskCategory />, { path: '/new', route: '/new', texts });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Registration');
    await user.click(screen.getByRole('button', { name: 'Add a step' }));
    const step = within(screen.getByRole('group', { name: 'Step 1' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await step.findByText('This is required')).toBeVisible();
    await user.type(step.getByRole('textbox', { name: 'Description of the step' }), 'Ask for papers');
    await user.type(step.getByRole('spinbutton', { name: /Days from the due date/ }), '-5');
    await user.click(step.getByRole('checkbox', { name: 'Mandatory' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Another record already uses this')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/app/settings/task_categories'));
    expect(server.requestsTo(taskCategories.create)[1]?.input).toMatchObject({
      priority: 3,
      checklist: [{ title: 'Ask for papers', mandatory: true, offsetDays: -5 }],
    });
  });

  it('are deactivated at the version that was seen', async () => {
    const server = fakeServer(taskCategories, { open: () => registration, edit: () => registration })
      .also(history, { of: () => ({ events: [], earlier: null }) })
      .also(lookups, { find: () => [] });
    const { user } = await renderScreen(<EditTaskCategory />, {
      path: `/edit/${id}`,
      route: '/edit/:id',
      texts,
    });
    await user.click(await screen.findByRole('switch', { name: 'Active' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsTo(taskCategories.edit)[0]).toMatchObject({
        version: 3,
        input: { active: false, fee: 500_000, checklist: registration.checklist },
      }),
    );
  });
});

const monthly: RecurringTaskCategory = {
  id,
  version: 2,
  name: 'GSTR-3B',
  department: null,
  service: null,
  fee: null,
  currency: null,
  billingRule: null,
  reviewRequired: false,
  estimateMin: null,
  priority: 3,
  active: true,
  titleTemplate: 'GSTR-3B {month}',
  rule: {
    rrule: 'FREQ=MONTHLY;BYMONTHDAY=20',
    shift: 'next',
    calendarId: null,
    leadDays: 10,
    periodOffset: -1,
  },
  statutory: true,
  jurisdiction: 'IN',
  description: null,
  checklist: [],
  calendar: null,
  dueOverrides: [
    {
      id,
      version: 1,
      periodKey: '2026-03-01--2026-03-31',
      tasks: 12,
      newDue: '2026-04-25',
      reason: 'Portal was down',
    },
  ],
};

describe('recurring task categories', () => {
  it('are listed with their rule in words', async () => {
    fakeServer(recurringTaskCategories, {
      list: () => ({ rows: [monthly], pageSize: 20, next: null, previous: null }),
      total: () => ({ total: 1, isCapped: false }),
    });
    await renderScreen(<RecurringCategoryList />, { texts });
    expect(await screen.findByRole('link', { name: 'GSTR-3B' })).toBeVisible();
    expect(screen.getByText('Day 20 of the month')).toBeVisible();
  });

  it('change their rule by a preset, and preview the next dates', async () => {
    const server = fakeServer(recurringTaskCategories, { open: () => monthly, edit: () => monthly })
      .also(recurrence, {
        preview: () => ({
          days: [{ nominal: '2026-12-20', due: '2026-12-21', makeOn: '2026-12-11', off: { holiday: null } }],
        }),
      })
      .also(dueOverrides, { remove: () => ({ id, moved: 12, left: 0, tasks: [] }) })
      .also(history, { of: () => ({ events: [], earlier: null }) })
      .also(lookups, { find: () => [] });
    const { user } = await renderScreen(<EditRecurringCategory />, {
      path: `/edit/${id}`,
      route: '/edit/:id',
      texts,
    });
    expect(await screen.findByText(/instead of 20 Dec 2026: weekend/)).toBeVisible();
    const [extension] = within(screen.getByRole('list', { name: 'Extended due dates' })).getAllByRole(
      'listitem',
    );
    expect(extension).toHaveTextContent('March 2026Due 25 Apr 2026Open tasks 12Portal was downWithdraw');
    await user.click(within(extension as HTMLElement).getByRole('button', { name: 'Withdraw' }));
    const question = await screen.findByRole('dialog', { name: 'Withdraw the extension of March 2026' });
    await user.click(within(question).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('12 tasks have their earlier due dates back.')).toBeVisible();
    expect(server.requestsTo(dueOverrides.remove)[0]).toMatchObject({ version: 1, input: { id } });
    expect(screen.getByRole('link', { name: 'Extend a due date' })).toHaveAttribute(
      'href',
      `/app/recurring_tasks/extend?categoryId=${id}`,
    );
    const day = screen.getByRole('spinbutton', { name: 'Day' });
    await user.clear(day);
    await user.type(day, '31');
    await user.type(screen.getByRole('textbox', { name: 'Estimate' }), '1.5 h');
    await user.click(screen.getByRole('checkbox', { name: /Follow the calendar/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsTo(recurringTaskCategories.edit)[0]).toMatchObject({
        version: 2,
        input: {
          estimateMin: 90,
          rule: {
            rrule: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
            leadDays: 10,
            calendarYear: true,
          },
        },
      }),
    );
  });

  it('show extensions without actions to people who do not see all clients', async () => {
    fakeServer(recurringTaskCategories, { open: () => monthly })
      .also(recurrence, { preview: () => ({ days: [] }) })
      .also(history, { of: () => ({ events: [], earlier: null }) })
      .also(lookups, { find: () => [] });
    await renderScreen(<EditRecurringCategory />, {
      path: `/edit/${id}`,
      route: '/edit/:id',
      texts,
      me: { scope: 'team', roles: ['recurring_task_categories.edit', 'recurring_tasks.edit'] },
    });
    expect(await screen.findByRole('list', { name: 'Extended due dates' })).toHaveTextContent('March 2026');
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Extend a due date' })).toBeNull();
  });

  it('keep the last day of the month when the excluded day does not exist', async () => {
    const leap = { ...monthly, rule: { ...monthly.rule, rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29' } };
    const server = fakeServer(recurringTaskCategories, { open: () => leap, edit: () => leap })
      .also(recurrence, { preview: () => ({ days: [] }) })
      .also(history, { of: () => ({ events: [], earlier: null }) })
      .also(lookups, { find: () => [] });
    const { user } = await renderScreen(<EditRecurringCategory />, {
      path: `/edit/${id}`,
      route: '/edit/:id',
      texts,
    });
    await user.type(await screen.findByRole('spinbutton', { name: 'Day' }), '{ArrowUp}');
    expect(screen.getByRole('spinbutton', { name: 'Day' })).toHaveValue('30');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsTo(recurringTaskCategories.edit)[0]).toMatchObject({
        input: { rule: { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29,30;BYSETPOS=-1' } },
      }),
    );
  });
});
