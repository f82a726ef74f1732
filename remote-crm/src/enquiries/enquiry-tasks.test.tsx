import { screen } from '@testing-library/react';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { enquiry, idOf } from '../test/enquiry-records.ts';
import { EnquiryTasks } from './enquiry-tasks.tsx';

const internal = (n: number, title: string): TaskRow => ({
  id: idOf(n),
  version: 1,
  no: `T-${n}`,
  title,
  client: null,
  internal: true,
  category: null,
  service: null,
  status: 'todo',
  heldStatus: null,
  priority: 3,
  startOn: null,
  targetOn: null,
  dueOn: '2199-06-30',
  assignees: [],
  reviewer: null,
  reviewRequired: false,
  billingRule: 'fixed_fee',
  billable: false,
  currency: null,
  billingStatus: 'non_billable',
  checklistDone: 0,
  checklistTotal: 0,
  estimateMin: null,
  spentMin: 0,
  moves: [],
});

it('the tasks of an enquiry are those that name it, or one that was merged into it, each once', async () => {
  const all = [
    'ENQ-25-0001: Call',
    'ENQ-25-0007: Send an offer',
    'ENQ-25-0001 and ENQ-25-0007: Meet',
    'Other',
  ].map((title, n) => internal(n, title));
  fakeServer(tasks, {
    list: ({ input }) => ({
      rows: all.filter(({ title }) => title.includes(input.q ?? '')),
      pageSize: 20,
      next: null,
      previous: null,
    }),
  });
  await renderScreen(<EnquiryTasks enquiry={enquiry({ mergedNos: ['ENQ-25-0007'] })} />, {
    texts: { crm: en },
  });
  await screen.findByRole('link', { name: 'ENQ-25-0007: Send an offer' });
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('a')?.textContent)).toEqual([
    'ENQ-25-0001: Call',
    'ENQ-25-0001 and ENQ-25-0007: Meet',
    'ENQ-25-0007: Send an offer',
  ]);
});
