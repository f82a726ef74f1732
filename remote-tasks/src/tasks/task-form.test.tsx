import { screen, waitFor } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { Refusal } from '@daybook/contracts/refusals';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { client, entity, find, idOf, service, task } from '../test/task-records.ts';
import AddTask from './add-task.tsx';
import EditTask from './edit-task.tsx';

const texts = { tasks: en };
type User = Awaited<ReturnType<typeof renderScreen>>['user'];
const pick = async (user: User, box: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: box }));
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
};

// Pasted, because typing takes a tenth of a second per letter in a form of this length.
const fill = async (user: User, box: string, text: string) => {
  await user.click(screen.getByRole('textbox', { name: box }));
  await user.paste(text);
};

describe('the form of a task', () => {
  const newAt = {
    texts,
    path: `/app/tasks/add?clientId=${client.id}`,
    route: '/app/tasks/add',
  };
  it('begins with the client of the address, and takes the fee of the service', async () => {
    const server = fakeServer(tasks, { create: ({ input }) => task(9, { title: input.title }) });
    server.also(lookups, { find });
    const { user, address } = await renderScreen(<AddTask />, newAt);
    expect(await screen.findByText('Dupont & Fils')).toBeVisible();
    expect(await screen.findByText('Paris office')).toBeVisible();
    await fill(user, 'Title', 'Accounts 2025');
    await fill(user, 'Due', '30/06/2026');
    await pick(user, 'Service', 'Annual accounts');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Fee' })).toHaveValue('900.00'));
    expect(screen.getByRole('switch', { name: 'Billable' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe(`/app/tasks/view-task/${idOf(9)}`));
    expect(server.requestsTo(tasks.create)[0]?.input).toMatchObject({
      title: 'Accounts 2025',
      clientId: client.id,
      serviceId: service.id,
      billingEntityId: entity.id,
      billable: true,
      fee: 90_000,
      dueOn: '2026-06-30',
    });
  });

  it('bills by the hour if the service says so, without a fee', async () => {
    const byHours = { id: idOf(801), label: 'Advice', more: { billingRule: 'hours' } };
    const server = fakeServer(tasks, { create: () => task(9) }).also(lookups, {
      find: (asked) => (asked.input.kind === 'service' ? [byHours] : find(asked)),
    });
    const { user } = await renderScreen(<AddTask />, newAt);
    await screen.findByText('Dupont & Fils');
    await fill(user, 'Title', 'Advice on a lease');
    await fill(user, 'Due', '30/06/2026');
    await pick(user, 'Service', 'Advice');
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Billable' })).toBeChecked());
    expect(screen.getByRole('textbox', { name: 'Fee' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsTo(tasks.create)[0]?.input).toMatchObject({
        billable: true,
        billingRule: 'hours',
        serviceId: byHours.id,
      }),
    );
  });

  it('fills empty fields from a category, and asks before it replaces what was typed', async () => {
    const category = {
      id: idOf(800),
      label: 'Registration',
      more: {
        title: 'Register for GST',
        priority: 2,
        slaDays: 14,
        description: 'Ask for the lease.',
        checklist: [{ title: 'Ask for papers', mandatory: true, offsetDays: -5, role: null }],
      },
    };
    const server = fakeServer(tasks, { create: () => task(9) }).also(lookups, {
      find: (asked) => (asked.input.kind === 'task_category' ? [category] : find(asked)),
    });
    const { user } = await renderScreen(<AddTask />, newAt);
    await screen.findByText('Dupont & Fils');
    await fill(user, 'Title', 'My own title');
    await fill(user, 'Start', '01/06/2026');
    await pick(user, 'Category', 'Registration');
    expect(await screen.findByText(/The category has its own values for: Title/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('My own title');
    expect(screen.getByRole('textbox', { name: 'Due' })).toHaveValue('15/06/2026');
    await user.click(screen.getByRole('button', { name: 'Replace' }));
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Register for GST'),
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsTo(tasks.create)[0]?.input).toMatchObject({
        categoryId: category.id,
        title: 'Register for GST',
        dueOn: '2026-06-15',
        priority: 2,
        description: 'Ask for the lease.',
        checklist: [{ title: 'Ask for papers', mandatory: true, dueOn: '2026-06-10' }],
      }),
    );
  });

  it('shows a warning for a target after the due date, and orders the steps', async () => {
    const server = fakeServer(tasks, { create: () => task(9) }).also(lookups, { find });
    const { user } = await renderScreen(<AddTask />, newAt);
    await screen.findByText('Dupont & Fils');
    await fill(user, 'Title', 'Accounts 2025');
    await fill(user, 'Due', '30/06/2026');
    await fill(user, 'Target', '15/07/2026');
    expect(await screen.findByText('The target is after the due date')).toBeVisible();
    for (const step of ['Bank letters', 'Stock']) {
      await fill(user, 'Add a step', step);
      await user.keyboard('{Enter}');
    }
    await user.click(screen.getAllByRole('checkbox', { name: 'Mandatory' })[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Move step 2 up' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requestsTo(tasks.create)).toHaveLength(1));
    expect(server.requestsTo(tasks.create)[0]?.input).toMatchObject({
      targetOn: '2026-07-15',
      checklist: [
        { title: 'Stock', mandatory: false },
        { title: 'Bank letters', mandatory: true },
      ],
    });
  });

  it('sends all fields, and shows a refusal on its field', async () => {
    const server = fakeServer(tasks, {
      open: () => task(1, { checklist: [], targetOn: '2026-05-31' }),
      edit: () => {
        throw new Refusal('REVIEWER_IS_ASSIGNEE', {}, { reviewerId: [{ code: 'REVIEWER_IS_ASSIGNEE' }] });
      },
    }).also(lookups, { find });
    const { user } = await renderScreen(<EditTask />, {
      texts,
      path: `/app/tasks/edit/${idOf(1)}`,
      route: '/app/tasks/edit/:id',
    });
    await user.click(await screen.findByRole('switch', { name: 'Review required' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText('An assignee cannot review the task.')).not.toHaveLength(0);
    expect(server.requestsTo(tasks.edit)[0]).toMatchObject({
      version: 1,
      input: {
        title: 'Accounts 1',
        clientId: client.id,
        fee: 90_000,
        targetOn: '2026-05-31',
        assigneeIds: [someone.id],
        reviewRequired: true,
      },
    });
  });

  it('asks for the reason of a second task of a client, category and period, and names the first', async () => {
    const period = { periodFrom: '2026-03-01', periodTo: '2026-03-31' };
    const filing = { id: idOf(810), label: 'GSTR-3B' };
    const first = task(1, { ...period, recurringCategory: filing, checklist: [] });
    const server = fakeServer(tasks, {
      open: () => first,
      samePeriod: ({ input }) => ({ task: input.periodTo === period.periodTo ? first : null }),
      create: ({ input }) => {
        if (input.duplicateReason) return task(9);
        const codes = [{ code: 'DUPLICATE_PERIOD_TASK', params: { no: first.no, taskId: first.id } }];
        throw new Refusal('DUPLICATE_PERIOD_TASK', {}, { duplicateReason: codes });
      },
    }).also(lookups, { find });
    const { user } = await renderScreen(<AddTask />, {
      texts,
      path: `/app/tasks/add?copyOf=${first.id}`,
      route: '/app/tasks/add',
    });
    expect(await screen.findByRole('link', { name: 'T-00001 Accounts 1' })).toHaveAttribute(
      'href',
      `/app/tasks/view-task/${first.id}`,
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Reason for a second task' })).toBeVisible();
    await fill(user, 'Reason for a second task', 'A corrected return');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsTo(tasks.create)[1]?.input).toMatchObject({
        ...period,
        recurringCategoryId: filing.id,
        duplicateReason: 'A corrected return',
      }),
    );
  });
});
