import { savedViews } from '@daybook/contracts/saved-views';
import type { Person } from './demo.ts';

const viewsOfInvoices = [
  { name: 'Overdue, oldest first', query: 'filter%5Boverdue%5D=true&sort=dueDate' },
  { name: 'Drafts', query: 'filter%5Bstatus%5D=draft' },
];

/** Saves the view of the invoices that each person prefers. */
export async function saveViews(people: readonly Person[]): Promise<void> {
  for (const person of people) {
    for (const view of viewsOfInvoices) await person.call(savedViews.save, { list: 'invoice', ...view });
  }
}
