import { screen, waitFor, within } from '@testing-library/react';
import { expenses, type Expense } from '@daybook/contracts/billing/expenses/expenses';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { someone } from '@daybook/shared/test/render-screen';
import { entity } from '../test/billing-records.ts';
import { enter, expense, lookupRows, open } from '../test/expense-screen.tsx';
import ExpenseList from './expense-list.tsx';

/** Fills in the rest of an expense of 120, and saves it. */
async function save({ user, dialog, server }: Awaited<ReturnType<typeof enter>>) {
  const saved = expense(5, { status: 'draft' });
  server
    .also(expenses, { create: () => saved, open: () => saved })
    .also(history, { of: () => ({ events: [], earlier: null }) });
  await user.click(dialog.getByRole('combobox', { name: 'Category' }));
  await user.click((await screen.findAllByText('Travel')).at(-1) as HTMLElement);
  await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Taxi');
  await user.type(dialog.getByRole('textbox', { name: 'Amount paid' }), '120');
  await user.click(dialog.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(server.requestsTo(expenses.create)).toHaveLength(1));
  return server.requestsTo(expenses.create)[0]?.input;
}

const detailsName = 'Supplier’s tax number, rates, reverse charge';

describe('the tax of a new expense', () => {
  it('asks for the supplier and the rates on request alone, and proposes the country of the firm', async () => {
    const shown = await enter(<ExpenseList />);
    const { user, dialog } = shown;
    await dialog.findByText(entity.label);
    expect(dialog.queryByLabelText('Supplier’s tax number')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: detailsName }));
    await user.type(dialog.getByRole('textbox', { name: 'Supplier’s tax number' }), 'FR40303265045');
    expect(await dialog.findByText('France')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Tax included' }), '20');
    expect(dialog.queryByRole('switch', { name: 'Reverse charge' })).not.toBeInTheDocument();
    const add = async (position: number, rate: string) => {
      await user.click(dialog.getByRole('button', { name: 'Add a rate' }));
      const added = within(dialog.getByRole('group', { name: `Rate ${position}` }));
      await user.type(added.getByRole('textbox', { name: 'Rate' }), rate);
      return added;
    };
    const first = await add(1, '20');
    // The only rate has no amounts of its own.
    expect(first.queryByLabelText('Amount before tax')).not.toBeInTheDocument();
    const second = await add(2, '10');
    await user.type(second.getByRole('textbox', { name: 'Amount before tax' }), '30');
    await user.type(second.getByRole('textbox', { name: 'Tax' }), '6');
    await user.type(first.getByRole('textbox', { name: 'Amount before tax' }), '70');
    expect(await save(shown)).toMatchObject({
      supplierCountry: 'FR',
      supplierTaxId: 'FR40303265045',
      inputTax: [
        { rate: '20', net: 7_000 },
        { rate: '10', net: 3_000, tax: 600 },
      ],
    });
  });

  it('is owed by the firm under reverse charge, at the rate that is asked for', async () => {
    const shown = await enter(<ExpenseList />);
    const { user, dialog } = shown;
    await dialog.findByText(entity.label);
    await user.click(dialog.getByRole('button', { name: detailsName }));
    await user.click(dialog.getByRole('switch', { name: 'Reverse charge' }));
    await user.type(await dialog.findByRole('textbox', { name: 'Rate' }), '20');
    expect(await save(shown)).toMatchObject({ reverseCharge: true, inputTax: [{ rate: '20' }] });
  });

  it('can be reclaimed in part in Japan, if the supplier issues no qualified invoices', async () => {
    const shown = await enter(<ExpenseList />, { baseCurrency: 'JPY', country: 'JP', regime: 'JP' });
    const { user, dialog } = shown;
    const tax = dialog.getByRole('textbox', { name: 'Tax included' });
    await waitFor(() => expect(tax).toBeEnabled());
    await user.type(tax, '10');
    const issuer = await dialog.findByRole('switch', { name: 'The supplier issues qualified invoices' });
    expect(issuer).toBeChecked();
    await user.click(issuer);
    expect(await dialog.findByText(/Default on this date: \d+ %/)).toBeVisible();
    expect(await save(shown)).toMatchObject({ qualifiedIssuer: false });
  });
});

const vat = (tax: number) => [{ name: 'VAT', tax: minor(tax) }];

describe('the tax of an expense above the list', () => {
  it.each<[string, Partial<Expense>, string[]]>([
    ['that is not stated', {}, ['Not stated']],
    [
      'at several rates',
      {
        supplierTaxId: 'FR40303265045',
        supplierCountry: 'FR',
        inputTax: [
          { rate: '20', category: 'S', net: minor(9_000), tax: minor(1_800), components: vat(1_800) },
          { rate: '0', category: 'O', net: minor(1_000), tax: minor(0), components: [] },
        ],
      },
      ['FR40303265045, France', '20 % of €90.00: €18.00', 'Outside the scope of tax: €10.00'],
    ],
    [
      'that the firm owes',
      {
        net: minor(12_000),
        tax: minor(0),
        reverseCharge: true,
        recoverableTax: minor(2_400),
        inputTax: [
          { rate: '20', category: 'AE', net: minor(12_000), tax: minor(2_400), components: vat(2_400) },
        ],
      },
      ['20 % of €120.00: €24.00', '€24.00, owed by the firm'],
    ],
    ['that is reclaimed in part', { recoverableTax: minor(1_400) }, ['€14.00']],
  ])('shows the tax %s', async (_what, rest, shown) => {
    const { drawer } = await open(<ExpenseList />, expense(1, rest));
    for (const text of shown) expect(drawer.getByText(text)).toBeVisible();
  });
});

const row = (rate: string, net: number, tax: number) => ({
  rate,
  category: 'S' as const,
  net: minor(net),
  tax: minor(tax),
  components: vat(tax),
});

describe('a draft that is edited', () => {
  const mine = { status: 'draft' as const, claimant: { id: someone.id, label: someone.name } };
  const edit = async (inputTax: Expense['inputTax']) => {
    const { user, drawer, server } = await open(<ExpenseList />, expense(1, { ...mine, inputTax }));
    server.also(lookups, { find: ({ input }) => lookupRows(input) });
    await user.click(drawer.getByRole('button', { name: 'Edit' }));
    const title = await screen.findByText('Edit “Taxi 1”');
    return within(title.closest('[role="dialog"]') as HTMLElement);
  };
  it('has its tax proposed again if a usual rate explains it', async () => {
    const dialog = await edit([row('20', 10_000, 2_000)]);
    expect(await dialog.findByRole('button', { name: detailsName })).toBeVisible();
  });

  it('keeps the rates that were entered', async () => {
    const dialog = await edit([row('20', 9_000, 1_800), row('10', 1_000, 200)]);
    const rates = await dialog.findAllByRole('textbox', { name: 'Rate' });
    expect(rates.map((one) => (one as HTMLInputElement).value)).toEqual(['20', '10']);
  });
});
