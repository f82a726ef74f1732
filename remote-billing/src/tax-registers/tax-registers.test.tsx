import { screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import {
  taxRegisters,
  type TaxRegisterTotal,
  type TaxSheetRow,
} from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { entity, lookupRows } from '../test/billing-records.ts';
import TaxRegisterScreen from './tax-registers.tsx';

const april = { from: '2026-04-01', to: '2026-04-30' };
const invoiceId = '018f2b1c-0000-7000-8000-000000000042';
const mark = {
  id: '018f2b1c-0000-7000-8000-000000000043',
  ...april,
  at: '2026-05-10T10:00:00.000Z',
  by: 'Ada',
  taxes: [{ name: 'IGST', tax: minor(18_000) }],
};
const total: TaxRegisterTotal = {
  total: 1,
  isCapped: false,
  entity,
  regime: 'IN',
  currency: 'INR',
  period: april,
  sheets: [
    { id: 'b2b', label: '4A B2B', rows: 1 },
    { id: 'late', label: 'Late changes', rows: 2 },
  ],
  sheet: 'b2b',
  columns: [
    { id: 'recipientName', label: 'Receiver name', kind: 'text' },
    { id: 'invoiceNumber', label: 'Invoice number', kind: 'text' },
    { id: 'invoiceDate', label: 'Invoice date', kind: 'date' },
    { id: 'rate', label: 'Rate (%)', kind: 'rate' },
    { id: 'taxableValue', label: 'Taxable value', kind: 'money' },
  ],
  comparison: [
    {
      component: 'IGST',
      register: minor(18_000),
      ledger: minor(18_001),
      deferred: minor(0),
      open: minor(2_700),
      difference: minor(-1),
      others: minor(-500),
    },
  ],
  exports: [mark],
};

const asha: TaxSheetRow = {
  id: 'one',
  cells: ['Asha Traders', 'INV/1', '2026-04-10', '18', 100_000],
  document: { kind: 'invoice', id: invoiceId },
};
const taxColumn = { id: 'tax', label: 'Tax', kind: 'text' as const };
const pageOf = (row: TaxSheetRow) => ({ rows: [row], pageSize: 20, next: null, previous: null });

const serve = () =>
  fakeServer(taxRegisters, {
    list: () => pageOf(asha),
    total: () => total,
    mark: () => mark,
  }).also(lookups, { find: ({ input }) => lookupRows(input) });

const at = {
  path: '/app/reports/tax_registers',
  route: '/app/reports/tax_registers',
  texts: { billing: texts },
};

describe('the tax registers', () => {
  it('show a sheet with the columns that the server names, and open the document of a row', async () => {
    serve();
    await renderScreen(<TaxRegisterScreen />, at);
    const table = await screen.findByRole('table', { name: 'Tax registers' });
    expect(await within(table).findByRole('columnheader', { name: 'Taxable value' })).toBeVisible();
    const number = within(table).getByRole('link', { name: 'INV/1' });
    expect(number).toHaveAttribute('href', expect.stringContaining(invoiceId));
    expect(within(table).getByRole('link', { name: /1,000\.00/ })).toBeVisible();
  });

  it('say that the register and the ledger differ, and what was posted since the last export', async () => {
    serve();
    await renderScreen(<TaxRegisterScreen />, at);
    expect(await screen.findByText(/^IGST: the register and the ledger differ by/)).toBeVisible();
    expect(screen.getByText(/^Last exported on .* by Ada/)).toBeVisible();
    expect(
      screen.getByText('2 rows were posted since then. They are on the sheet of late changes.'),
    ).toBeVisible();
    expect(screen.getByText('IGST, other entries')).toBeVisible();
    expect(screen.getByText('IGST in what is still open')).toBeVisible();
  });

  it('keep a sheet with its columns until both the rows and the columns of another one have come', async () => {
    const [rows, columns] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const late = { cells: ['Late Traders', 'IGST'], document: null };
    fakeServer(taxRegisters, {
      list: async ({ input: { filter } }) => {
        if (filter?.sheet !== 'late') return pageOf(asha);
        await rows.promise;
        return pageOf({ id: 'two', ...late });
      },
      total: async ({ input: { filter } }) => {
        if (filter?.sheet !== 'late') return total;
        await columns.promise;
        return { ...total, sheet: 'late' as const, columns: [...total.columns.slice(0, 1), taxColumn] };
      },
    }).also(lookups, { find: ({ input }) => lookupRows(input) });
    const { user } = await renderScreen(<TaxRegisterScreen />, at);
    await screen.findByText('Asha Traders');
    await user.click(screen.getByRole('combobox', { name: 'Sheet' }));
    await user.click(await screen.findByText('Late changes (2)'));
    rows.resolve(undefined);
    await waitFor(() =>
      expect(screen.getByRole('table', { name: 'Tax registers' }).closest('[aria-busy]')).toHaveAttribute(
        'aria-busy',
        'true',
      ),
    );
    expect(screen.getByText('Asha Traders')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export for the return' })).toBeDisabled();
    columns.resolve(undefined);
    expect(await screen.findByText('Late Traders')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Tax' })).toBeVisible();
    expect(screen.queryByText('Asha Traders')).toBeNull();
  });

  it('mark the period when they are exported, and close it on request', async () => {
    const server = serve();
    const { user } = await renderScreen(<TaxRegisterScreen />, at);
    const named = { name: 'Export for the return' };
    await waitFor(() => expect(screen.getByRole('button', named)).toBeEnabled());
    await user.click(screen.getByRole('button', named));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('switch'));
    await user.click(within(dialog).getByRole('button', named));
    await waitFor(() =>
      expect(server.requestsTo(taxRegisters.mark)[0]?.input).toMatchObject({
        entityId: entity.id,
        register: 'output',
        ...april,
        closePeriod: true,
      }),
    );
  });
});
