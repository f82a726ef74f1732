import { screen, waitFor, within } from '@testing-library/react';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { lookups } from '@daybook/contracts/lookups';
import { Refusal } from '@daybook/contracts/refusals';
import { fakeServer, type FakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../../test/texts.ts';
import fr from '../../locales/fr.json';
import ja from '../../locales/ja.json';
import zh from '../../locales/zh.json';
import {
  audit,
  basis,
  client,
  draft,
  entity,
  indianBasis,
  lookupRows,
  vat20,
} from '../../test/billing-records.ts';
import AddInvoice from './add-invoice.tsx';
import EditInvoice from './edit-invoice.tsx';

const withNothingWaiting = (server: FakeServer) =>
  server
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(pendingInvoices, { list: () => ({ rows: [], pageSize: 100, next: null, previous: null }) });

const atNew = {
  path: `/app/invoices/add?clientId=${client.id}`,
  route: '/app/invoices/add',
  texts: { billing: texts },
};

const atEdit = {
  path: `/app/invoices/edit/${draft.id}`,
  route: '/app/invoices/edit/:id',
  texts: { billing: texts },
};

const line = (no: number) => within(screen.getByRole('group', { name: `Line ${no}` }));
const cell = (no: number, name: string) => line(no).getByRole('textbox', { name });
const totals = () => screen.getByRole('region', { name: 'Totals' });
const shown = (name: RegExp) => within(totals()).getByText(name).nextElementSibling?.textContent;

/** The totals appear when the basis with its tax codes has loaded. */
const ready = async () => screen.findByRole('region', { name: 'Totals' });

type User = Awaited<ReturnType<typeof renderScreen>>['user'];

async function pickTax(user: User, no: number, label: string) {
  await user.click(line(no).getByRole('combobox', { name: 'Tax' }));
  const options = await screen.findAllByText(label);
  await user.click(options.at(-1) as HTMLElement);
}

beforeEach(() => sessionStorage.clear());

describe('the invoice editor', () => {
  it('fills in the client’s defaults, and computes the totals as lines are typed', async () => {
    const server = withNothingWaiting(
      fakeServer(invoices, { basis: () => ({ ...basis, listsHours: true }), create: () => draft }),
    );
    const { user, address } = await renderScreen(<AddInvoice />, atNew);
    await ready();
    expect(screen.getByRole('switch', { name: 'Annex of hours' })).toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Due date' })).toHaveValue('20/12/2026');
    expect(screen.getByRole('textbox', { name: 'Terms' })).toHaveValue('Thirty days');

    await user.type(cell(1, 'Description'), 'Audit 2026');
    await user.clear(cell(1, 'Qty'));
    await user.type(cell(1, 'Qty'), '2.5');
    await user.type(cell(1, 'Unit price'), '1,234.5');
    await pickTax(user, 1, 'VAT 20 %');
    expect(await within(totals()).findByText('VAT 20% of 3,086.25')).toBeVisible();
    expect(shown(/^Payable$/)).toBe('€3,703.50');
    expect(line(1).getByRole('status', { name: 'Amount' })).toHaveTextContent('3,086.25');

    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(address()).toBe(`/app/invoices/view-invoice/${draft.id}`));
    const [request] = server.requestsTo(invoices.create);
    expect(request?.input).toMatchObject({
      listsHours: true,
      clientId: client.id,
      entityId: entity.id,
      currency: 'EUR',
      dueDate: '2026-12-20',
      docLocale: 'fr',
      lines: [{ description: 'Audit 2026', qty: '2.5', unitPrice: '1234.5', taxCodeId: vat20.id }],
    });
  });

  it('shows the error of a figure when its field is left, not while typing', async () => {
    withNothingWaiting(fakeServer(invoices, { basis: () => basis }));
    const { user } = await renderScreen(<AddInvoice />, atNew);
    await ready();
    const price = cell(1, 'Unit price');
    await user.type(price, '-5');
    expect(price).not.toBeInvalid();
    await user.tab();
    expect(await line(1).findByText('Unit price: At least 0')).toBeInTheDocument();
    await waitFor(() => expect(price).toHaveAccessibleDescription('At least 0'));
    expect(screen.queryByText(/needs? attention/)).not.toBeInTheDocument();
    await user.clear(price);
    expect(line(1).queryByText('Unit price: At least 0')).not.toBeInTheDocument();
    await user.tab();
    expect(price).not.toBeInvalid();

    const qty = cell(1, 'Qty');
    await user.clear(qty);
    await user.paste('123456789012');
    await user.tab();
    const tooLong = 'Qty: At most 10 digits before the decimal point';
    expect(await line(1).findByText(tooLong)).toBeInTheDocument();
    await user.click(cell(1, 'Discount'));
    await user.paste('ten');
    await user.tab();
    expect(await line(1).findByText('Discount: Enter a number such as 1,234.5')).toBeInTheDocument();
    expect(line(1).getByText(tooLong)).toBeInTheDocument();
  });

  it('adds a line with Enter, moves between lines, and removes one with Ctrl+Shift+Backspace', async () => {
    withNothingWaiting(fakeServer(invoices, { basis: () => basis }));
    const { user } = await renderScreen(<AddInvoice />, atNew);
    await ready();
    await pickTax(user, 1, 'VAT 20 %');
    await user.type(cell(1, 'Description'), 'First');
    await user.type(cell(1, 'Unit price'), '100{Enter}');
    await waitFor(() => expect(cell(2, 'Description')).toHaveFocus());
    await user.keyboard('Second');
    await user.tab();
    await user.tab();
    expect(cell(2, 'Qty')).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(cell(1, 'Qty')).toHaveFocus();
    await user.keyboard('3{Enter}');
    expect(cell(2, 'Qty')).toHaveFocus();
    await user.type(cell(2, 'Unit price'), '50');
    // A new line takes the tax code of the line above.
    expect(await within(totals()).findByText('VAT 20% of 350.00')).toBeVisible();

    await user.keyboard('{Control>}{Backspace}{/Control}');
    expect(screen.getByRole('group', { name: 'Line 2' })).toBeVisible();
    await user.keyboard('{Control>}{Shift>}{Backspace}{/Shift}{/Control}');
    expect(screen.queryByRole('group', { name: 'Line 2' })).not.toBeInTheDocument();
    await waitFor(() => expect(cell(1, 'Description')).toHaveFocus());
    expect(await within(totals()).findByText('VAT 20% of 300.00')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('group', { name: 'Line 2' })).toBeVisible();
    expect(cell(2, 'Description')).toHaveValue('Second');
  });

  it('presets the usual tax for a client at home, and for each line added at the end', async () => {
    withNothingWaiting(fakeServer(invoices, { basis: () => ({ ...basis, usualTaxCodeId: vat20.id }) }));
    const { user } = await renderScreen(<AddInvoice />, atNew);
    await ready();
    // Nothing was typed, so nothing counts as incomplete.
    expect(within(totals()).queryByText(/incomplete/)).not.toBeInTheDocument();
    await user.type(cell(1, 'Description'), 'First');
    expect(await within(totals()).findByText(/incomplete/)).toBeVisible();
    await user.type(cell(1, 'Unit price'), '100');
    expect(await within(totals()).findByText('VAT 20% of 100.00')).toBeVisible();
    await user.keyboard('{Control>}{Shift>}{Backspace}{/Shift}{/Control}');
    await waitFor(() => expect(cell(1, 'Description')).toHaveValue(''));
    expect(cell(1, 'Description')).toHaveFocus();
    await user.type(cell(1, 'Unit price'), '50');
    expect(await within(totals()).findByText('VAT 20% of 50.00')).toBeVisible();
  });

  it('takes a service with its price, unit and tax, and a discount as a percentage or an amount', async () => {
    withNothingWaiting(fakeServer(invoices, { basis: () => basis }));
    const { user } = await renderScreen(<AddInvoice />, atNew);
    await ready();
    await user.click(line(1).getByRole('combobox', { name: 'Service' }));
    await user.click(await screen.findByText(audit.label));
    expect(cell(1, 'Description')).toHaveValue('Audit');
    expect(cell(1, 'Unit price')).toHaveValue('200');
    expect(line(1).getByText('hour')).toBeVisible();
    await user.type(cell(1, 'Discount'), '10%');
    expect(await within(totals()).findByText('VAT 20% of 180.00')).toBeVisible();
    await user.clear(cell(1, 'Discount'));
    await user.type(cell(1, 'Discount'), '50');
    await user.tab();
    expect(cell(1, 'Discount')).toHaveValue('50.00');
    expect(await within(totals()).findByText('VAT 20% of 150.00')).toBeVisible();
  });

  it('shows the tax by its components', async () => {
    withNothingWaiting(fakeServer(invoices, { basis: () => indianBasis }));
    const { user } = await renderScreen(<AddInvoice />, atNew);
    await ready();
    await pickTax(user, 1, 'GST 18 %');
    await user.type(cell(1, 'Unit price'), '62.51');
    expect(await within(totals()).findByText('CGST')).toBeVisible();
    expect(shown(/^CGST$/)).toBe('5.63');
    expect(shown(/^SGST$/)).toBe('5.63');
    expect(screen.getByText('Place of supply')).toBeVisible();
  });

  it('shows the server’s refusal on its cell', async () => {
    withNothingWaiting(
      fakeServer(invoices, {
        basis: () => basis,
        open: () => draft,
        edit: () => {
          throw new Refusal('INPUT_INVALID', {}, { 'lines.0.taxCodeId': [{ code: 'REFERENCE_UNKNOWN' }] });
        },
      }),
    );
    const { user } = await renderScreen(<EditInvoice />, atEdit);
    await ready();
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('One field needs attention')).toBeVisible();
    expect(line(1).getByText(/^Tax: .*does not exist, or you may not use it/)).toBeVisible();
    await waitFor(() => expect(line(1).getByRole('combobox', { name: 'Tax' })).toHaveFocus());
  });

  it('opens the details of a line with an error in them', async () => {
    withNothingWaiting(
      fakeServer(invoices, {
        basis: () => basis,
        open: () => draft,
        edit: () => {
          throw new Refusal('INPUT_INVALID', {}, { 'lines.0.sacHsn': [{ code: 'HSN_MISSING' }] });
        },
      }),
    );
    const { user } = await renderScreen(<EditInvoice />, atEdit);
    await ready();
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await line(1).findByRole('textbox', { name: 'SAC or HSN code' })).toBeVisible();
    expect(await line(1).findByText('This line needs a SAC or HSN code')).toBeVisible();
  });

  it('leaves out the empty last line that Enter added', async () => {
    const server = withNothingWaiting(
      fakeServer(invoices, { basis: () => basis, open: () => draft, edit: () => draft }),
    );
    const { user } = await renderScreen(<EditInvoice />, atEdit);
    await ready();
    await user.click(cell(1, 'Unit price'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(cell(2, 'Description')).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('group', { name: 'Line 3' })).not.toBeInTheDocument();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.requestsTo(invoices.edit)).toHaveLength(1));
    expect(server.requestsTo(invoices.edit)[0]?.input['lines']).toHaveLength(1);
  });

  it.each([
    ['fr', fr, '20 % sur'],
    ['ja', ja, '20%（対象'],
    ['zh', zh, '20%，税基'],
  ] as const)('is translated into %s, in either direction', async (language, billing, tax) => {
    withNothingWaiting(fakeServer(invoices, { basis: () => basis, open: () => draft }));
    await renderScreen(<EditInvoice />, {
      ...atEdit,
      language,
      theme: { direction: 'rtl' },
      texts: { billing },
    });
    expect(await screen.findByText((text) => text.includes(tax))).toBeVisible();
  });
});
