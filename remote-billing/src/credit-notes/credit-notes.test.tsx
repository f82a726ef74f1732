import { screen, waitFor } from '@testing-library/react';
import type { CreditNote, CreditNoteBasis } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { client, idOf, issued, lookupRows, openInvoice } from '../test/billing-records.ts';
import AddCreditNote from './add-credit-note.tsx';
import CreditNoteRecord from './credit-note-record.tsx';

const line = issued.lines[0];
const lineId = line?.id ?? '';
const basis: CreditNoteBasis = {
  today: '2026-11-20',
  baseCurrency: 'EUR',
  docLocale: 'en',
  rounding: 'document_rate',
  roundingDir: 'half_up',
  roundTotalTo: minor(0),
  invoices: [
    {
      id: issued.id,
      number: issued.number,
      issueDate: issued.issueDate,
      total: minor(120_000),
      outstanding: minor(120_000),
      fxRate: '1',
      placeOfSupply: null,
      reverseCharge: false,
      pricesIncludeTax: false,
      rounding: 'document_rate',
      roundingDir: 'half_up',
      roundTotalTo: minor(0),
      credited: { exact: minor(0), total: minor(0) },
      lines: [
        {
          id: lineId,
          kind: 'fee',
          description: 'Annual accounts',
          unit: 'C62',
          category: 'S',
          rate: '20',
          components: ['VAT'],
          qty: '2',
          amount: minor(100_000),
          leftAmount: minor(100_000),
          leftNet: minor(100_000),
          leftQty: '2',
          hasItem: true,
        },
      ],
      groups: [
        { category: 'S', rate: '20', net: minor(100_000), components: [{ name: 'VAT', tax: minor(20_000) }] },
      ],
    },
  ],
};

const draft: CreditNote = {
  clientErased: false,
  id: idOf(700),
  version: 1,
  number: '',
  status: 'draft',
  entity: issued.entity,
  client,
  issueDate: '2026-11-20',
  reasonCode: 'correction',
  currency: 'EUR',
  total: minor(60_000),
  available: minor(0),
  fxRate: '1',
  baseCurrency: 'EUR',
  inBase: null,
  docLocale: 'en',
  placeOfSupply: null,
  reverseCharge: false,
  pricesIncludeTax: false,
  reason: null,
  billAgain: false,
  notes: null,
  billTo: issued.billTo,
  supplier: null,
  net: minor(50_000),
  tax: minor(10_000),
  rounding: minor(0),
  taxGroups: [],
  applied: minor(0),
  refunded: minor(0),
  issuedAt: null,
  void: null,
  lines: [],
  allocations: [],
  refunds: [],
};
const whole: CreditNote = { ...draft, number: 'A-2026-0001', status: 'issued', available: minor(60_000) };

const serverWith = (more: Parameters<typeof fakeServer<typeof creditNotes>>[1] = {}) =>
  fakeServer(creditNotes, {
    basis: () => basis,
    create: () => draft,
    open: () => draft,
    beforeIssue: () => ({ work: [], writtenOff: [] }),
    openInvoices: () => [{ ...openInvoice(21, 100_000, '2026-10-31'), proposed: 60_000 }],
    ...more,
  })
    .also(invoices, { open: () => issued })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(history, { of: () => ({ events: [], earlier: null }) });

const atRecord = {
  path: `/app/credit_nots/view-credit-note/${draft.id}`,
  route: '/app/credit_nots/view-credit-note/:id',
  texts: { billing: texts },
};
const box = (name: string) => screen.getByRole('textbox', { name });

beforeEach(() => sessionStorage.clear());

describe('a new credit note', () => {
  it('from an invoice computes the amount of a quantity, and is saved as typed', async () => {
    const server = serverWith();
    const { user, address } = await renderScreen(<AddCreditNote />, {
      path: `/app/credit_nots/add?invoiceId=${issued.id}`,
      route: '/app/credit_nots/add',
      texts: { billing: texts },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Quantity of Annual accounts' }), '1{Enter}');
    expect(await screen.findByText('Credited €600.00')).toBeVisible();
    expect(screen.getByText('VAT 20% of 500.00')).toBeVisible();
    expect(server.requestsTo(creditNotes.create)).toHaveLength(0);
    // An amount replaces the quantity.
    await user.type(box('Amount of Annual accounts'), '250');
    await waitFor(() => expect(box('Quantity of Annual accounts')).toHaveValue(''));
    expect(await screen.findByText('Credited €300.00')).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Credit the rest of ${issued.number}` }));
    await waitFor(() => expect(box('Quantity of Annual accounts')).toHaveValue('2'));
    await user.click(screen.getByRole('combobox', { name: 'Reason' }));
    await user.click((await screen.findAllByText('Correction of the invoice')).at(-1) as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Save and issue' }));
    await waitFor(() => expect(address()).toBe(`/app/credit_nots/view-credit-note/${draft.id}`));
    expect(server.requestsTo(creditNotes.create)[0]?.input).toMatchObject({
      clientId: client.id,
      reasonCode: 'correction',
      lines: [{ invoiceLineId: lineId, qty: '2', amount: null }],
    });
  });

  it('can be filled in by keyboard: Enter and the arrows move between lines, and save nothing', async () => {
    const [invoice] = basis.invoices;
    if (invoice === undefined || line === undefined) throw new Error('the basis has an invoice');
    const more = { ...invoice.lines[0], id: idOf(701), description: 'Filing', hasItem: false };
    const server = serverWith({
      basis: () =>
        ({ ...basis, invoices: [{ ...invoice, lines: [...invoice.lines, more] }] }) as CreditNoteBasis,
    });
    const { user } = await renderScreen(<AddCreditNote />, {
      path: `/app/credit_nots/add?invoiceId=${issued.id}`,
      route: '/app/credit_nots/add',
      texts: { billing: texts },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Amount of Annual accounts' }), '10{Enter}');
    expect(box('Amount of Filing')).toHaveFocus();
    await user.keyboard('20{Enter}');
    expect(box('Amount of Filing')).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(box('Amount of Annual accounts')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(box('Amount of Filing')).toHaveFocus();
    expect(screen.getByText('Credited €36.00')).toBeVisible();
    // Crediting more than is left is reported before anything is sent.
    await user.clear(box('Amount of Filing'));
    await user.keyboard('9999');
    expect(await screen.findByText('More than what is left to credit on the line')).toBeVisible();
    expect(server.requestsTo(creditNotes.create)).toHaveLength(0);
  });
});

describe('a charge on the whole invoice', () => {
  it('is credited by an amount below the lines, under its own name', async () => {
    const [invoice] = basis.invoices;
    if (invoice === undefined) throw new Error('the basis has an invoice');
    const charge = {
      ...invoice.lines[0],
      id: idOf(720),
      kind: 'charge',
      description: 'Courier',
      qty: '1',
      amount: 2_500,
      leftAmount: 2_500,
      leftNet: 2_500,
      leftQty: null,
      hasItem: false,
    };
    const groups = [{ category: 'S', rate: '20', net: 102_500, components: [{ name: 'VAT', tax: 20_500 }] }];
    const charged = { ...invoice, total: 123_000, groups, lines: [...invoice.lines, charge] };
    serverWith({ basis: () => ({ ...basis, invoices: [charged] }) as CreditNoteBasis });
    const { user } = await renderScreen(<AddCreditNote />, {
      path: `/app/credit_nots/add?invoiceId=${issued.id}`,
      route: '/app/credit_nots/add',
      texts: { billing: texts },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Quantity of Annual accounts' }), '2');
    // Only the tax of the line, not that of the charge.
    expect(await screen.findByText('Credited €1,200.00')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Quantity of Charge – Courier' })).toBeNull();
    await user.keyboard('{Enter}');
    expect(box('Amount of Charge – Courier')).toHaveFocus();
    await user.keyboard('25');
    expect(await screen.findByText('Credited €1,230.00')).toBeVisible();
  });
});

describe('a second invoice on the credit note', () => {
  it('stays open when its last figure is deleted', async () => {
    const [invoice] = basis.invoices;
    if (invoice === undefined) throw new Error('the basis has an invoice');
    const second = {
      ...invoice,
      id: idOf(710),
      number: 'F-2026-0021',
      lines: [{ ...invoice.lines[0], id: idOf(711), description: 'Filing', hasItem: false }],
    };
    serverWith({ basis: () => ({ ...basis, invoices: [invoice, second] }) as CreditNoteBasis });
    const { user } = await renderScreen(<AddCreditNote />, {
      path: `/app/credit_nots/add?invoiceId=${issued.id}`,
      route: '/app/credit_nots/add',
      texts: { billing: texts },
    });
    await user.click(await screen.findByText('F-2026-0021'));
    await user.type(box('Amount of Filing'), '1{Backspace}');
    expect(box('Amount of Filing')).toHaveFocus();
    expect(box('Amount of Filing').closest('details')).toHaveAttribute('open');
  });
});

describe('the record of a credit note', () => {
  it('issues it with the proposed settlements', async () => {
    const server = serverWith({ issue: () => whole });
    const { user } = await renderScreen(<CreditNoteRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Issue' }));
    expect(await screen.findByRole('textbox', { name: 'Allocate to F-2026-0021' })).toHaveValue('600.00');
    await user.click(screen.getAllByRole('button', { name: 'Issue' }).at(-1) as HTMLElement);
    await waitFor(() => expect(server.requestsTo(creditNotes.issue)).toHaveLength(1));
    expect(server.requestsTo(creditNotes.issue)[0]?.input).toMatchObject({
      allocations: [{ amount: 60_000 }],
    });
  });

  it('asks for each line credited in full whether its work is pending again or given up', async () => {
    const other = { invoiceLineId: idOf(730), description: 'Filing', net: 10_000, next: 'given_up' as const };
    const server = serverWith({
      issue: () => whole,
      beforeIssue: () => ({
        work: [{ ...other, invoiceLineId: lineId, description: 'Annual accounts' }, other],
        writtenOff: [{ id: issued.id, label: 'F-2026-0020' }],
      }),
    });
    const { user } = await renderScreen(<CreditNoteRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Issue' }));
    expect(await screen.findByText(/^Part of F-2026-0020 was written off/)).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Work: Annual accounts' }));
    await user.click((await screen.findAllByText('Bill it again later')).at(-1) as HTMLElement);
    await user.click(screen.getAllByRole('button', { name: 'Issue' }).at(-1) as HTMLElement);
    await waitFor(() => expect(server.requestsTo(creditNotes.issue)).toHaveLength(1));
    expect(server.requestsTo(creditNotes.issue)[0]?.input).toMatchObject({
      work: [
        { invoiceLineId: lineId, next: 'waits' },
        { invoiceLineId: other.invoiceLineId, next: 'given_up' },
      ],
    });
  });

  it('refunds the remainder', async () => {
    const server = serverWith({
      open: () => whole,
      refund: () => ({ ...whole, status: 'refunded' as const }),
    });
    const { user } = await renderScreen(<CreditNoteRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    expect(await screen.findByRole('textbox', { name: 'Amount refunded' })).toHaveValue('600.00');
    await user.click(screen.getAllByRole('button', { name: 'Refund' }).at(-1) as HTMLElement);
    await waitFor(() => expect(server.requestsTo(creditNotes.refund)).toHaveLength(1));
    expect(server.requestsTo(creditNotes.refund)[0]?.input).toMatchObject({ amount: 60_000, mode: 'bank' });
  });
});
