import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expenses, type Expense, type ExpenseRow } from '@daybook/contracts/billing/expenses/expenses';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { client, entity, idOf, vat20 } from './billing-records.ts';
import { carl } from './staff-records.ts';
import texts from './texts.ts';

export const at = { path: '/app/expenses', route: '/app/expenses', texts: { billing: texts } };
export const travel = { id: idOf(900), label: 'Travel' };
export const audit = { id: idOf(970), label: 'Audit' };

export const expense = (no: number, rest: Partial<Expense> = {}): Expense => ({
  id: idOf(no),
  version: 1,
  status: 'submitted',
  number: null,
  entity,
  expenseDate: '2026-11-02',
  category: travel,
  description: `Taxi ${no}`,
  supplier: 'G7',
  claimant: carl,
  client,
  department: null,
  paidBy: 'person',
  currency: 'EUR',
  net: minor(10_000),
  tax: minor(2_000),
  gross: minor(12_000),
  billable: true,
  hasFile: false,
  reference: null,
  supplierCountry: null,
  supplierTaxId: null,
  taxRecoverable: true,
  inputTax: null,
  reverseCharge: false,
  qualifiedIssuer: null,
  recoverablePct: '100',
  recoverableTax: minor(2_000),
  task: null,
  ownDepartment: null,
  pureAgent: false,
  chargeAmount: minor(15_000),
  taxCode: vat20,
  attachment: null,
  rejectionReason: null,
  approval: null,
  reimbursement: null,
  reversal: null,
  ...rest,
});

export const page = (rows: readonly ExpenseRow[]) => ({
  rows: [...rows],
  pageSize: 20,
  next: null,
  previous: null,
});
export const total = (gross: number, tax: number) => ({
  total: 2,
  isCapped: false,
  sums: [{ currency: 'EUR', net: gross - tax, tax, gross }],
});

export const lookupRows = ({ kind, id }: { kind: string; id?: string | undefined }, about: object = {}) => {
  const rows = {
    billing_entity: [{ ...entity, more: { baseCurrency: 'EUR', country: 'FR', regime: 'EU', ...about } }],
    expense_category: [{ ...travel, more: {} }],
    person: [{ ...carl, more: {} }],
    department: [{ ...audit, more: {} }],
  }[kind];
  return (rows ?? []).filter((row) => id === undefined || row.id === id);
};

/** The list with an expense above it. */
export const open = async (list: ReactElement, found: Expense, me: object = {}) => {
  const server = fakeServer(expenses, {
    list: () => page([found]),
    total: () => total(12_000, 2_000),
    open: () => found,
  }).also(history, { of: () => ({ events: [], earlier: null }) });
  const shown = await renderScreen(list, { ...at, path: `${at.path}?expense=${found.id}`, me });
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findAllByText(found.description);
  return { ...shown, server, drawer: within(drawer) };
};
/** The form of a new expense; `about` differs from what is known of the only billing entity. */
export const enter = async (list: ReactElement, about: object = {}) => {
  const server = fakeServer(expenses, {
    list: () => page([]),
    total: () => ({ total: 0, isCapped: false, sums: [] }),
  }).also(lookups, { find: ({ input }) => lookupRows(input, about) });
  const shown = await renderScreen(list, at);
  await shown.user.click((await screen.findAllByRole('button', { name: 'New expense' }))[0] as HTMLElement);
  return { ...shown, server, dialog: within(await screen.findByRole('dialog')) };
};
