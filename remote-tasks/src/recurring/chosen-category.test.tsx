import { screen, waitFor } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { client, find, idOf } from '../test/task-records.ts';
import AddRecurring from './add-recurring.tsx';

const rule = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20', shift: 'next', leadDays: 10, periodOffset: -1 };
const category = (no: number, label: string, more: object) => ({
  id: idOf(no),
  label,
  more: { titleTemplate: `${label} {year}`, rule: { ...rule, ...more }, version: 1, checklist: [] },
});

type User = Awaited<ReturnType<typeof renderScreen>>['user'];
const choose = async (user: User, name: string) => {
  await user.click(await screen.findByRole('combobox', { name: 'Category' }));
  await user.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }));
};

const byCalendar = () => screen.getByRole('checkbox', { name: /Follow the calendar/ });

it('a category that counts by the calendar leaves nothing of that to the one that is chosen instead', async () => {
  sessionStorage.clear();
  const categories = [category(800, 'Accounts', {}), category(801, 'Income tax', { calendarYear: true })];
  fakeServer(recurringTasks, { preview: () => ({ next: [], missed: [], missedBefore: 0 }) }).also(lookups, {
    find: (asked) =>
      asked.input.kind === 'recurring_task_category'
        ? categories.filter(({ id }) => (asked.input.id ?? id) === id)
        : find(asked),
  });
  const { user } = await renderScreen(<AddRecurring />, {
    path: `/app/recurring_tasks/add?clientId=${client.id}`,
    route: '/app/recurring_tasks/add',
    texts: { tasks: en },
  });
  await choose(user, 'Income tax');
  await waitFor(() => expect(byCalendar()).toBeChecked());
  await choose(user, 'Accounts');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Accounts {year}'));
  expect(byCalendar()).not.toBeChecked();
});
