import { screen, within } from '@testing-library/react';
import type { CreditNoteRow } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { history } from '@daybook/contracts/history';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { client, entity, idOf, issued, receipt } from '../test/billing-records.ts';
import InvoiceRecord from './invoice-record.tsx';

const at = {
  path: `/app/invoices/view-invoice/${issued.id}`,
  route: '/app/invoices/view-invoice/:id',
  texts: { billing: texts },
};
const page = <Row,>(rows: Row[]) => ({ rows, pageSize: 5, next: null, previous: null });
const note: CreditNoteRow = {
  id: idOf(800),
  version: 1,
  number: 'CN-2026-0003',
  status: 'part_applied',
  entity,
  client,
  issueDate: '2026-11-21',
  reasonCode: 'discount',
  currency: 'EUR',
  total: minor(20_000),
  available: minor(12_345),
};

const serve = (invoice: Invoice) =>
  fakeServer(invoices, { open: () => invoice })
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(invoiceMails, { list: () => ({ canMail: true, rows: [] }) })
    .also(receipts, { list: () => page([receipt]) })
    .also(creditNotes, { list: () => page([note]) });

describe('the credit of a client, on an invoice', () => {
  it('is offered with what is left of each receipt and credit note of the ledger, and opens their allocation', async () => {
    const server = serve(issued);
    await renderScreen(<InvoiceRecord />, at);
    await screen.findByRole('link', { name: 'Use CN-2026-0003' });
    const list = screen.getByRole('list', { name: texts.unapplied.title });
    await within(list).findByRole('link', { name: 'Use R-2026-0007' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Use R-2026-0007€300.00', 'Use CN-2026-0003€123.45']);
    expect(within(list).getByRole('link', { name: 'Use R-2026-0007' })).toHaveAttribute(
      'href',
      `/app/receipts/view-receipts/${receipt.id}`,
    );
    const ledger = { clientId: client.id, entityId: entity.id, currency: 'EUR' };
    expect(server.requestsTo(receipts.list)[0]?.input).toMatchObject({
      filter: { ...ledger, inAdvance: 'true' },
    });
    expect(server.requestsTo(creditNotes.list)[0]?.input).toMatchObject({
      filter: { ...ledger, status: ['issued', 'part_applied'] },
    });
  });

  it.each([
    ['a settled invoice', { status: 'paid', outstanding: minor(0) }],
    ['a void invoice', { status: 'void' }],
  ] as const)('is not asked for by %s', async (_name, patch) => {
    const server = serve({ ...issued, ...patch });
    await renderScreen(<InvoiceRecord />, at);
    await screen.findByRole('heading', { name: /F-2026-0042/ });
    expect(server.requestsTo(receipts.list)).toEqual([]);
    expect(server.requestsTo(creditNotes.list)).toEqual([]);
  });

  it('is offered only as far as the reader may allocate it', async () => {
    const server = serve(issued);
    await renderScreen(<InvoiceRecord />, { ...at, me: { roles: ['invoices.view', 'credit_notes.edit'] } });
    expect(await screen.findByRole('link', { name: 'Use CN-2026-0003' })).toBeVisible();
    expect(server.requestsTo(receipts.list)).toEqual([]);
  });
});
