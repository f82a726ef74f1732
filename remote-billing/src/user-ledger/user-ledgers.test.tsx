import { screen, waitFor, within } from '@testing-library/react';
import { expenses, type ExpenseRow } from '@daybook/contracts/billing/expenses/expenses';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import {
  attribution,
  userLedgers,
  type UserBalance,
} from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { client, entity, idOf } from '../test/billing-records.ts';
import { balance, carl, cora, ledger, page, voucher } from '../test/staff-records.ts';
import UserLedgersScreen from './user-ledgers-screen.tsx';

const path = '/app/reports/user_ledger';
const at = (query = '') => ({ path: `${path}${query}`, route: path, texts: { billing: texts } });
const ofCarl = `?view=ledger&personId=${carl.id}&entityId=${entity.id}&currency=EUR`;

const lookupRows = ({ kind, id }: { kind: string; id?: string | undefined }) => {
  const rows = {
    billing_entity: [{ ...entity, more: { baseCurrency: 'EUR' } }],
    person: [carl, cora].map((person) => ({ ...person, more: {} })),
  }[kind];
  return (rows ?? []).filter((row) => id === undefined || row.id === id);
};

const serve = (rows: readonly UserBalance[]) =>
  fakeServer(userLedgers, {
    list: () => page(rows),
    total: () => ({
      total: rows.length,
      isCapped: false,
      sums: [
        { currency: 'EUR', payable: minor(300), advance: minor(3790), cash: minor(20_00), net: minor(54_90) },
      ],
    }),
    lines: () => ledger(),
  }).also(lookups, { find: ({ input }) => lookupRows(input) });

const owed = (no: number, gross: number): ExpenseRow => ({
  id: idOf(no),
  version: 1,
  status: 'approved',
  number: `EXP/${no}`,
  entity,
  expenseDate: '2026-11-02',
  category: { id: idOf(900), label: 'Travel' },
  description: `Taxi ${no}`,
  supplier: null,
  claimant: carl,
  client,
  department: null,
  paidBy: 'person',
  currency: 'EUR',
  net: minor(gross),
  tax: minor(0),
  gross: minor(gross),
  billable: false,
  hasFile: false,
});

async function begin(command: string, owedExpenses: readonly ExpenseRow[] = []) {
  const server = serve([balance()]).also(expenses, { list: () => page(owedExpenses) });
  const shown = await renderScreen(<UserLedgersScreen />, at(ofCarl));
  await screen.findByText('€54.90');
  await shown.user.click((await screen.findAllByRole('button', { name: 'New voucher' }))[0] as HTMLElement);
  await shown.user.click(await screen.findByText(command));
  return { ...shown, server, dialog: within(await screen.findByRole('dialog')) };
}

describe('the balances of people', () => {
  it('open the ledger of a row, and mark what is below zero or above the limit', async () => {
    serve([
      balance({ cashLimit: minor(15_00) }),
      balance({ id: idOf(911), person: cora, advance: minor(-5_00), cash: minor(0), cashLimit: minor(0) }),
    ]);
    await renderScreen(<UserLedgersScreen />, at());
    const table = within(await screen.findByRole('table', { name: 'Balances' }));
    const row = (name: string) => table.getByText(name).closest('tr') as HTMLElement;
    expect(row('Carl Claims')).toHaveTextContent('Above the limit of €15.00');
    expect(row('Cora Colleague')).toHaveTextContent('Below zero');
    expect(row('Cora Colleague')).not.toHaveTextContent('Above the limit');
    expect(table.getByRole('link', { name: 'Carl Claims' })).toHaveAttribute(
      'href',
      `/app/reports/user_ledger${ofCarl}`,
    );
    expect(await screen.findByRole('group', { name: 'Totals of the list' })).toHaveTextContent('€54.90');
  });

  it('ask for the day, the entity and the search that the address names', async () => {
    const server = serve([]);
    const query = `?q=carl&filter[asOf]=2026-10-31&filter[entityId]=${entity.id}`;
    await renderScreen(<UserLedgersScreen />, at(query));
    expect(await screen.findByRole('button', { name: 'Clear search and filters' })).toBeVisible();
    expect(server.requestsTo(userLedgers.list)[0]?.input).toMatchObject({
      q: 'carl',
      filter: { asOf: '2026-10-31', entityId: entity.id },
    });
  });

  it('offer commands only to those who deal with the firm’s money', async () => {
    serve([balance()]);
    await renderScreen(<UserLedgersScreen />, { ...at(), me: { roles: ['reports.user_ledgers'] } });
    await screen.findByRole('link', { name: 'Carl Claims' });
    expect(screen.queryByRole('button', { name: 'New voucher' })).not.toBeInTheDocument();
  });
});

describe('the ledger of a person', () => {
  it('lists each movement with its document, between the balances', async () => {
    serve([balance({ cashLimit: minor(15_00) })]);
    await renderScreen(<UserLedgersScreen />, at(ofCarl));
    const lines = within(await screen.findByRole('table', { name: /Carl Claims · Daybook Paris · EUR/ }));
    expect(lines.getByRole('link', { name: 'STV/26/0001' })).toHaveAttribute(
      'href',
      `/app/reports/user_ledger/own?voucher=${idOf(921)}`,
    );
    expect(lines.getByText('Acme SARL').closest('tr')).toHaveTextContent(
      'Receipt RC/26/0007Cash with staffAcme SARL4.90–54.90',
    );
    expect(screen.getByRole('heading', { name: 'Ledger of Carl Claims' })).toBeVisible();
    expect(screen.getByText('Cash held (Above the limit of €15.00)')).toBeVisible();
  });

  it('exists for someone without a ledger, who can be given a first advance', async () => {
    const server = serve([]);
    server.also(staffVouchers, {
      advance: () => voucher({ kind: 'advance', status: 'posted', number: 'STV/1' }),
    });
    const { user } = await renderScreen(<UserLedgersScreen />, at(`?view=ledger&personId=${cora.id}`));
    expect(await screen.findByRole('heading', { name: 'Ledger of Cora Colleague' })).toBeVisible();
    expect(await screen.findByText('Nothing has been posted until this date.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New voucher' }));
    await user.click(await screen.findByText('Give an advance'));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findAllByText('Daybook Paris');
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeEnabled());
    await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '100');
    await user.click(dialog.getByRole('button', { name: 'Post' }));
    expect(await screen.findByText('Posted as STV/1.')).toBeVisible();
    expect(server.requestsTo(staffVouchers.advance)[0]?.input).toMatchObject({
      personId: cora.id,
      entityId: entity.id,
      amount: 100_00,
      account: 'bank',
    });
  });

  it('offers nobody commands on their own money', async () => {
    const me = { id: someone.id, label: someone.name };
    serve([balance({ person: me })]);
    await renderScreen(<UserLedgersScreen />, at(`?view=ledger&personId=${me.id}`));
    await screen.findByRole('heading', { name: `Ledger of ${me.label}` });
    expect(screen.queryByRole('button', { name: 'New voucher' })).not.toBeInTheDocument();
  });
});

describe('a command', () => {
  it('keeps what was typed when the server refuses a field, and can be sent again', async () => {
    const { user, server, dialog } = await begin('Return an advance');
    let isRefused = true;
    server.also(staffVouchers, {
      returnAdvance: () => {
        if (isRefused) throw refuseField('NOT_ENOUGH_HELD', 'amount');
        return voucher({ kind: 'advance_return', status: 'posted', number: 'STV/2' });
      },
    });
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    await waitFor(() => expect(amount).toBeEnabled());
    await user.type(amount, '40');
    await user.type(dialog.getByRole('textbox', { name: 'Reference' }), 'Envelope 7');
    await user.click(dialog.getByRole('button', { name: 'Post' }));
    await waitFor(() => expect(amount).toHaveAttribute('aria-invalid', 'true'));
    expect(amount).toHaveValue('40.00');
    expect(dialog.getByRole('textbox', { name: 'Reference' })).toHaveValue('Envelope 7');
    isRefused = false;
    await user.clear(amount);
    await user.type(amount, '37.9');
    await user.click(dialog.getByRole('button', { name: 'Post' }));
    expect(await screen.findByText('Posted as STV/2.')).toBeVisible();
    expect(server.requestsTo(staffVouchers.returnAdvance).at(-1)?.input).toMatchObject({
      amount: 37_90,
      reference: 'Envelope 7',
    });
  });

  it('settles the ticked expenses from the advance, and sums them', async () => {
    const { user, server, dialog } = await begin('Settle against expenses', [owed(1, 12_10), owed(2, 3_00)]);
    server.also(staffVouchers, {
      settle: () => voucher({ kind: 'settlement', status: 'posted', number: 'STV/3' }),
    });
    expect(await dialog.findByText('Total €15.10')).toBeVisible();
    expect(server.requestsTo(expenses.list)[0]?.input).toMatchObject({
      filter: { status: 'approved', paidBy: 'person', claimantId: carl.id, entityId: entity.id },
    });
    await user.click(dialog.getByRole('checkbox', { name: /Taxi 2/ }));
    expect(await dialog.findByText('Total €12.10')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Post' }));
    expect(await screen.findByText('Posted as STV/3.')).toBeVisible();
    expect(server.requestsTo(staffVouchers.settle)[0]?.input).toMatchObject({
      expenseIds: [idOf(1)],
      account: 'advance',
      personId: carl.id,
    });
  });

  it('says when nothing waits for payment, and posts nothing', async () => {
    const { user, server, dialog } = await begin('Pay out expenses');
    expect(await dialog.findByText('No approved expense waits for payment here.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Post' }));
    await dialog.findAllByRole('alert');
    expect(server.requestsTo(staffVouchers.settle)).toEqual([]);
  });

  it('hands cash to a person only once the person is chosen, and never to the bank by mistake', async () => {
    const { user, server, dialog } = await begin('Hand over cash');
    server.also(staffVouchers, { handOver: () => voucher() });
    await user.click(dialog.getByText('A person'));
    await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '10');
    await user.click(dialog.getByRole('button', { name: 'Offer' }));
    await waitFor(() =>
      expect(dialog.getByRole('combobox', { name: 'Receiver' })).toHaveAttribute('aria-invalid', 'true'),
    );
    expect(server.requestsTo(staffVouchers.handOver)).toEqual([]);
    await user.click(dialog.getByRole('combobox', { name: 'Receiver' }));
    await user.click((await screen.findAllByText('Cora Colleague')).at(-1) as HTMLElement);
    await user.click(dialog.getByRole('button', { name: 'Offer' }));
    expect(await screen.findByText(/^Offered\./)).toBeVisible();
    expect(server.requestsTo(staffVouchers.handOver)[0]?.input).toMatchObject({
      receiverId: cora.id,
      currency: 'EUR',
      amount: 10_00,
    });
  });
});

describe('the vouchers', () => {
  it('open beside the list, and are reversed with a date and a reason', async () => {
    const posted = voucher({
      kind: 'settlement',
      status: 'posted',
      number: 'STV/9',
      account: 'bank',
      receiver: null,
      posting: { by: 'Klaus Clerk', at: '2026-11-03T09:00:00.000Z' },
      expenses: [
        { id: idOf(1), number: 'EXP/1', date: '2026-11-02', description: 'Taxi 1', amount: minor(10_00) },
      ],
      steps: ['reverse'],
    });
    const server = serve([]).also(staffVouchers, {
      list: () => page([posted]),
      total: () => ({ total: 1, isCapped: false }),
      open: () => posted,
      reverse: () => ({ ...posted, status: 'reversed' as const, steps: [] }),
    });
    const { user, address } = await renderScreen(<UserLedgersScreen />, at('?view=vouchers'));
    await user.click(await screen.findByRole('button', { name: 'STV/9' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(address()).toContain(`voucher=${posted.id}`);
    expect(await drawer.findByRole('link', { name: 'EXP/1' })).toBeVisible();
    expect(drawer.getByText('Posted by Klaus Clerk.')).toBeVisible();
    await user.click(drawer.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reverse' }));
    const asked = within(
      (await screen.findByText('Reverse STV/9: €10.00')).closest('[role="dialog"]') as HTMLElement,
    );
    expect(asked.getByText(/Its expenses are owed again/)).toBeVisible();
    await user.type(asked.getByRole('textbox', { name: 'Reason' }), 'Wrong person');
    await user.click(asked.getByRole('button', { name: 'Reverse' }));
    expect(await screen.findByText('STV/9 is reversed.')).toBeVisible();
    expect(server.requestsTo(staffVouchers.reverse)[0]).toMatchObject({
      version: 3,
      input: { reason: 'Wrong person' },
    });
  });
});

describe('the attribution', () => {
  const found = [
    {
      currency: 'EUR',
      rows: [
        { person: carl, month: null, billed: minor(107_01), collected: minor(50_00), outstanding: minor(0) },
        { person: carl, month: '2026-03', billed: minor(107_01), collected: minor(50_00), outstanding: null },
        { person: null, month: null, billed: minor(0), collected: minor(0), outstanding: minor(57_01) },
      ],
      total: { month: null, billed: minor(107_01), collected: minor(50_00), outstanding: minor(57_01) },
    },
  ];

  it('shows persons, their months on request, and by whom older documents are counted', async () => {
    const server = serve([]).also(attribution, { find: () => found });
    const { user } = await renderScreen(<UserLedgersScreen />, at('?view=attribution'));
    const table = within(await screen.findByRole('table', { name: 'Attribution in EUR' }));
    expect(table.getByText('No one').closest('tr')).toHaveTextContent('57.01');
    expect(table.queryByText('March 2026')).not.toBeInTheDocument();
    expect(screen.getByText(/for older documents, for today’s/)).toBeVisible();
    expect(screen.queryByText(/not to be added/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'By month' }));
    expect(await screen.findByText('March 2026')).toBeVisible();
    await user.click(screen.getByText('Executives'));
    expect(await screen.findByText(/not to be added/)).toBeVisible();
    await waitFor(() =>
      expect(server.requestsTo(attribution.find).at(-1)?.input).toMatchObject({ view: 'executive' }),
    );
  });

  it('says that there is nothing', async () => {
    serve([]).also(attribution, { find: () => [] });
    await renderScreen(<UserLedgersScreen />, at('?view=attribution'));
    expect(await screen.findByText(/^Nothing was billed or collected/)).toBeVisible();
  });
});
