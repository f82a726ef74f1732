import { screen, waitFor, within } from '@testing-library/react';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { lookups } from '@daybook/contracts/lookups';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../../test/texts.ts';
import { basis, draft, lookupRows } from '../../test/billing-records.ts';
import EditInvoice from './edit-invoice.tsx';

const payroll = { id: '018f2b1c-0000-7000-8000-000000000700', label: 'Payroll', more: {} };

beforeEach(() => sessionStorage.clear());

it('a line of a draft goes to the department that somebody chooses for it', async () => {
  const server = fakeServer(invoices, { open: () => draft, basis: () => basis, edit: () => draft })
    .also(lookups, { find: ({ input }) => (input.kind === 'department' ? [payroll] : lookupRows(input)) })
    .also(pendingInvoices, { list: () => ({ rows: [], pageSize: 100, next: null, previous: null }) });
  const { user } = await renderScreen(<EditInvoice />, {
    path: `/app/invoices/edit/${draft.id}`,
    route: '/app/invoices/edit/:id',
    texts: { billing: texts },
  });
  await screen.findByRole('region', { name: 'Totals' });
  const line = within(screen.getByRole('group', { name: 'Line 1' }));
  await user.click(line.getByRole('button', { name: 'More for Line 1' }));
  await user.click(await line.findByRole('combobox', { name: 'Department' }));
  await user.click((await screen.findAllByText('Payroll')).at(-1) as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(server.requestsTo(invoices.edit)[0]?.input).toMatchObject({
      lines: [{ departmentId: payroll.id }],
    }),
  );
});
