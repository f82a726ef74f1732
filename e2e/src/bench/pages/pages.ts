import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { ApiClient } from '../../installation/api-client.ts';

export interface PageToOpen {
  name: string;
  path: string;
  /** What a person came for: once it can be pressed or read, the page is usable. */
  wanted: string;
  isSignedOut?: boolean;
}

export const clientList: PageToOpen = {
  name: 'client list',
  path: '/app/clients',
  wanted: 'main tbody a[href*="/view-client/"]',
};
export const invoiceList: PageToOpen = {
  name: 'invoice list',
  path: '/app/invoices',
  wanted: 'main tbody a[href*="/view-invoice/"]',
};
/** antd measures its columns in a hidden row. */
const row = 'tbody tr:not([aria-hidden=true])';

export const yardstickList: PageToOpen = { name: 'yardstick', path: '/', wanted: `${row} td a` };

/** The pages that are measured. Their selectors hold for the baseline too. */
export async function pagesOf(call: ApiClient): Promise<PageToOpen[]> {
  const { rows } = await call(invoices.list, {});
  const invoice = rows.find(({ status }) => status === 'issued');
  if (invoice === undefined) throw new Error('the demo firm has no issued invoice on its first page');
  return [
    { name: 'sign-in', path: '/', wanted: 'input[name=email]', isSignedOut: true },
    { name: 'dashboard', path: '/app/dashboards/default', wanted: 'main a[href*="/app/tasks?"]' },
    clientList,
    invoiceList,
    { name: 'task board', path: '/app/tasks?view=board', wanted: 'main a[href*="/view-task/"]' },
    { name: 'invoice', path: `/app/invoices/view-invoice/${invoice.id}`, wanted: `main ${row} td` },
    { name: 'invoice form', path: '/app/invoices/add', wanted: 'main input#clientId' },
  ];
}
