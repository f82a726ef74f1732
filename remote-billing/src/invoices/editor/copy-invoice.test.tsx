import { screen, waitFor, within } from '@testing-library/react';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { proformas, type Proforma } from '@daybook/contracts/billing/proformas/proformas';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import texts from '../../test/texts.ts';
import { basis, draft, idOf, issued, lookupRows } from '../../test/billing-records.ts';
import AddInvoice from './add-invoice.tsx';

beforeEach(() => sessionStorage.clear());

const atCopy = {
  path: `/app/invoices/add?copy=${issued.id}`,
  route: '/app/invoices/add',
  texts: { billing: texts },
};
const paidWork = {
  ...issued,
  prepaid: minor(5_000),
  serviceFrom: '2026-01-01',
  serviceTo: '2026-03-31',
  terms: 'Ten days',
  lines: issued.lines.map((line) => ({ ...line, pendingItemId: idOf(900) })),
};

const serve = (handlers: Parameters<typeof fakeServer<typeof invoices>>[1]) =>
  fakeServer(invoices, { open: () => paidWork, basis: () => basis, ...handlers })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(pendingInvoices, { list: () => ({ rows: [], pageSize: 100, next: null, previous: null }) });

describe('a copy of an invoice', () => {
  it('has the lines and terms of the original and today’s dates, and bills no item twice', async () => {
    const server = serve({ create: () => draft });
    const { user } = await renderScreen(<AddInvoice />, atCopy);
    await screen.findByRole('region', { name: 'Totals' });
    expect(screen.getByRole('textbox', { name: 'Terms' })).toHaveValue('Ten days');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(server.requestsTo(invoices.create)).toHaveLength(1));
    const input = server.requestsTo(invoices.create)[0]?.input as Record<string, string>;
    expect(input).toMatchObject({
      issueDate: today(),
      prepaid: 0,
      serviceFrom: null,
      lines: [{ description: 'Audit 2026', unitPrice: '200', pendingItemId: null }],
    });
    const days = (Date.parse(input['dueDate'] ?? '') - Date.parse(today())) / 86_400_000;
    expect(days).toBe(30);
  });

  it('is refused on the line whose tax code is no longer active', async () => {
    serve({
      create: () => {
        throw new Refusal('INPUT_INVALID', {}, { 'lines.0.taxCodeId': [{ code: 'REFERENCE_UNKNOWN' }] });
      },
    });
    const { user } = await renderScreen(<AddInvoice />, atCopy);
    await screen.findByRole('region', { name: 'Totals' });
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    const line = within(screen.getByRole('group', { name: 'Line 1' }));
    await waitFor(() => expect(line.getByRole('combobox', { name: 'Tax' })).toBeInvalid());
  });
});

describe('a new invoice for a proforma whose invoice is void', () => {
  it('has the lines of the proforma, bills its items once more, and names the proforma', async () => {
    const { dueDate: _dueDate, fxRate: _fxRate, ...asked } = paidWork;
    const proforma: Proforma = {
      ...asked,
      docKind: 'tax_invoice',
      listsHours: true,
      supplier: { ...asked.billTo, name: asked.entity.label },
      id: idOf(950),
      number: 'PRO/26/0002',
      status: 'issued',
      validUntil: '2199-12-31',
      endsOn: '2199-12-31',
      invoice: null,
      convertedAt: null,
      voidedInvoice: { id: issued.id, label: issued.number },
      mayInvoiceAgain: true,
    };
    const server = serve({ create: () => draft }).also(proformas, { open: () => proforma });
    const { user } = await renderScreen(<AddInvoice />, {
      ...atCopy,
      path: `/app/invoices/add?proforma=${proforma.id}`,
    });
    await screen.findByRole('region', { name: 'Totals' });
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(server.requestsTo(invoices.create)).toHaveLength(1));
    expect(server.requestsTo(invoices.create)[0]?.input).toMatchObject({
      issueDate: today(),
      proformaId: proforma.id,
      listsHours: true,
      serviceFrom: '2026-01-01',
      lines: [{ description: 'Audit 2026', pendingItemId: idOf(900) }],
    });
  });
});
