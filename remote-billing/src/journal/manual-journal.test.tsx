import { screen, waitFor, within } from '@testing-library/react';
import {
  chartOfAccounts,
  journal,
  type JournalEntry,
  type LedgerAccount,
} from '@daybook/contracts/billing/journal/journal';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { entity } from '../test/billing-records.ts';
import texts from '../test/texts.ts';
import AddJournal from './add-journal.tsx';
import JournalEntryScreen from './journal-entry.tsx';

const id = (n: number) => `018f2b1c-0000-7000-8000-00000000000${n}`;
const account = (n: number, code: string, more: Partial<LedgerAccount> = {}): LedgerAccount => ({
  id: id(n),
  code,
  name: `Account ${code}`,
  type: 'asset',
  subledger: 'none',
  systemKey: null,
  usual: null,
  active: true,
  keptByDocuments: false,
  ...more,
});
const bank = account(1, '1000');
const rent = account(2, '5500', { type: 'expense' });
const receivable = account(3, '1100', { keptByDocuments: true });
const former = account(4, '5600', { active: false });
const entry: JournalEntry = {
  id: id(5),
  date: '2026-11-05',
  entity,
  source: 'journal',
  document: null,
  client: null,
  reason: 'Rent of November',
  amount: minor(50_000),
  baseCurrency: 'EUR',
  postedAt: '2026-11-05T10:00:00Z',
  postedBy: 'Ada',
  reversalOf: null,
  reversedBy: null,
  lines: [],
};
const form = {
  path: '/app/reports/journal/add',
  route: '/app/reports/journal/add',
  texts: { billing: texts },
};
const record = {
  path: `/app/reports/journal/${entry.id}`,
  route: '/app/reports/journal/:id',
  texts: { billing: texts },
};

const line = (no: number) => within(screen.getByRole('group', { name: `Line ${no}` }));

beforeEach(() => sessionStorage.clear());

describe('a manual journal', () => {
  it('offers the accounts that no document keeps, shows what is missing, and is posted', async () => {
    const server = fakeServer(journal, { create: () => entry })
      .also(chartOfAccounts, { list: () => ({ rows: [bank, receivable, rent, former] }) })
      .also(lookups, {
        find: ({ input }) =>
          input.kind === 'billing_entity' ? [{ ...entity, more: { baseCurrency: 'EUR' } }] : [],
      });
    const { user, address } = await renderScreen(<AddJournal />, form);
    await user.click(await screen.findByRole('combobox', { name: 'Billing entity' }));
    await user.click(await screen.findByText(entity.label));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Rent of November');
    await user.click(line(1).getByRole('combobox', { name: 'Account' }));
    expect(await screen.findByText('5500 Account 5500')).toBeVisible();
    expect(screen.queryByText('1100 Account 1100')).toBeNull();
    expect(screen.queryByText('5600 Account 5600')).toBeNull();
    await user.click(screen.getByText('5500 Account 5500'));
    expect(await line(1).findByRole('combobox', { name: 'Department' })).toBeVisible();
    await user.type(await line(1).findByRole('textbox', { name: 'Debit' }), '500');
    await user.click(line(2).getByRole('combobox', { name: 'Account' }));
    await user.click((await screen.findAllByText('1000 Account 1000')).at(-1) as HTMLElement);
    expect(await screen.findByText('Credits are €500.00 short.')).toBeVisible();
    await user.type(line(2).getByRole('textbox', { name: 'Credit' }), '500');
    await waitFor(() => expect(screen.queryByText(/short/)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe(`/app/reports/journal/${entry.id}`));
    expect(server.requestsTo(journal.create)[0]?.input).toMatchObject({
      entityId: entity.id,
      reason: 'Rent of November',
      lines: [
        { accountId: rent.id, debit: 50_000 },
        { accountId: bank.id, credit: 50_000 },
      ],
    });
  });

  it('is not sent before debits equal credits, and says so at its lines', async () => {
    const server = fakeServer(journal, { create: () => entry })
      .also(chartOfAccounts, { list: () => ({ rows: [bank, rent] }) })
      .also(lookups, { find: () => [{ ...entity, more: { baseCurrency: 'EUR' } }] });
    const { user } = await renderScreen(<AddJournal />, form);
    await user.click(await screen.findByRole('combobox', { name: 'Billing entity' }));
    await user.click(await screen.findByText(entity.label));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Rent');
    for (const [no, chosen, side, amount] of [
      [1, rent, 'Debit', '500'],
      [2, bank, 'Credit', '400'],
    ] as const) {
      await user.click(line(no).getByRole('combobox', { name: 'Account' }));
      await user.click((await screen.findAllByText(`${chosen.code} ${chosen.name}`)).at(-1) as HTMLElement);
      await user.type(await line(no).findByRole('textbox', { name: side }), amount);
    }
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Debits and credits must be equal')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Lines' })).toBeVisible();
    expect(server.requestsTo(journal.create)).toEqual([]);
  });

  it('shows its reason, and is reversed on a day with a reason', async () => {
    const server = fakeServer(journal, { open: () => entry, reverse: () => ({ ...entry, id: id(6) }) });
    const { user } = await renderScreen(<JournalEntryScreen />, record);
    expect(await screen.findByText('Rent of November')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reverse' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Booked twice');
    await user.click(dialog.getByRole('button', { name: 'Reverse' }));
    await waitFor(() =>
      expect(server.requestsTo(journal.reverse)[0]?.input).toMatchObject({
        id: entry.id,
        reason: 'Booked twice',
      }),
    );
  });

  it.each([
    ['that is reversed', { reversedBy: id(7) }],
    ['that reverses another', { reversalOf: id(7) }],
    ['of a document', { source: 'invoice' as const, reason: null }],
  ])('offers no reversal of an entry %s', async (_what, more) => {
    fakeServer(journal, { open: () => ({ ...entry, ...more }) });
    await renderScreen(<JournalEntryScreen />, record);
    expect(await screen.findByText('Posted by')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reverse' })).toBeNull();
  });
});
