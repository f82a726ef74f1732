import { screen, within } from '@testing-library/react';
import { dashboards } from '@daybook/contracts/dashboards';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../test/texts.ts';
import { lastDayOf, monthText } from './months.ts';
import IncomeByDepartment from './income-by-department.tsx';
import Money from './money.tsx';
import RemindersToday from './reminders-today.tsx';
import Waiting from './waiting.tsx';

const texts = { billing: en };
const months = Array.from({ length: 12 }, (_, index) => `2020-${String(index + 1).padStart(2, '0')}`);
const none = months.map(() => 0);
const euros = {
  currency: 'EUR',
  billed: [...none.slice(1), 120_000],
  collected: [...none.slice(1), 5_000],
  outstanding: 115_000,
  overdue: 40_000,
  overdueCount: 2,
};
const francs = { ...euros, currency: 'CHF', billed: none, collected: none, outstanding: 700, overdue: 0 };

const figure = (label: string) => {
  const term = screen.getByText(label, { selector: 'dt' });
  return within(term.parentElement as HTMLElement);
};

describe('the money of the firm', () => {
  it('links each figure to the list that adds up to it', async () => {
    fakeServer(dashboards, { money: () => ({ months, currencies: [euros] }) });
    await renderScreen(<Money />, { texts });
    await screen.findByText('€1,150.00');
    const links = {
      'Billed this month': '/app/invoices?filter[currency]=EUR&filter[from]=2020-12-01&filter[to]=2020-12-31',
      'Collected this month':
        '/app/reports/collection_report?filter[currency]=EUR&filter[from]=2020-12-01&filter[to]=2020-12-31',
      Outstanding: '/app/invoices?filter[currency]=EUR&filter[status]=issued&filter[status]=part_paid',
      Overdue: '/app/invoices?filter[currency]=EUR&filter[overdue]=true',
    };
    for (const [label, start] of Object.entries(links)) {
      const href = decodeURIComponent(figure(label).getByRole('link').getAttribute('href') ?? '');
      expect(href.startsWith(start)).toBe(true);
    }
    expect(figure('Billed this month').getByRole('link').textContent).toBe('€1,200.00');
    expect(screen.getByText('Billed and collected by month, EUR')).toBeInTheDocument();
  });

  it('links what was collected to the receipts for people who may not open the collection report', async () => {
    fakeServer(dashboards, { money: () => ({ months, currencies: [euros] }) });
    await renderScreen(<Money />, { texts, me: { roles: ['invoices.view', 'receipts.view'] } });
    await screen.findByText('€1,150.00');
    const link = figure('Collected this month').getByRole('link');
    expect(link).toHaveAttribute('href', expect.stringContaining('/app/receipts?'));
  });

  it('shows one currency at a time', async () => {
    fakeServer(dashboards, { money: () => ({ months, currencies: [euros, francs] }) });
    const { user } = await renderScreen(<Money />, { texts });
    await user.click(await screen.findByText('CHF'));
    expect(figure('Outstanding').getByRole('link').textContent).toContain('7.00');
  });

  it('leaves out the amount collected for people who may not see receipts, and shows an empty status', async () => {
    fakeServer(dashboards, {
      money: () => ({ months, currencies: [{ ...euros, collected: null }] }),
      waiting: () => ({ rows: [] }),
    });
    await renderScreen(
      <>
        <Money />
        <Waiting />
      </>,
      { texts },
    );
    await screen.findByText('€1,150.00');
    expect(screen.queryByText('Collected this month')).toBeNull();
    expect(await screen.findByText('Nothing to invoice.')).toBeInTheDocument();
  });
});

const row = (currency: string, amount: number) => ({ currency, count: 5, amount });

describe('the amount pending', () => {
  it('is shown for each currency, also when two have the same number of items', async () => {
    fakeServer(dashboards, { waiting: () => ({ rows: [row('EUR', 100_00), row('GBP', 200_00)] }) });
    const complaint = jest.spyOn(console, 'error');
    await renderScreen(<Waiting />, { texts });
    expect(await screen.findByText('€100.00')).toBeVisible();
    expect(screen.getAllByText('5 items')).toHaveLength(2);
    expect(screen.getByRole('link', { name: '£200.00' })).toBeVisible();
    expect(complaint).not.toHaveBeenCalled();
  });
});

describe('months', () => {
  it('end on their last day and are named in the usual way', () => {
    expect([lastDayOf('2024-02'), lastDayOf('2026-12')]).toEqual(['2024-02-29', '2026-12-31']);
    expect([monthText('2026-01', 'en-GB'), monthText('2026-01', 'ja-JP')]).toEqual(['Jan 2026', '2026年1月']);
  });
});

describe('the reminders of today', () => {
  it('are counted by channel, and those proposed lead to the worklist', async () => {
    fakeServer(reminders, {
      today: () => ({ given: 3, byChannel: { mail: 2, letter: 1, call: 0 }, proposed: 4 }),
    });
    await renderScreen(<RemindersToday />, { texts });
    expect(await screen.findByText('E-mail: 2 · Letter: 1')).toBeVisible();
    expect(figure('To be sent').getByRole('link', { name: '4' })).toHaveAttribute(
      'href',
      expect.stringContaining('to_remind'),
    );
    expect(figure('Given today').getByText('3')).toBeVisible();
  });
});

describe('the income by department', () => {
  it('shows this month and the last twelve, with what belongs to none and the total', async () => {
    const tax = { id: '018f2b1c-0000-7000-8000-000000000001', label: 'Tax' };
    fakeServer(dashboards, {
      income: () => ({
        currencies: [
          {
            currency: 'EUR',
            rows: [
              { department: tax, month: 10_000, year: 90_000 },
              { department: null, month: 0, year: 500 },
            ],
          },
        ],
      }),
    });
    await renderScreen(<IncomeByDepartment />, { texts });
    expect(await screen.findByRole('table', { name: 'Income by department, EUR' })).toBeVisible();
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DepartmentThis month (EUR)Last 12 months (EUR)',
      'Tax100.00900.00',
      'No department–5.00',
      'Total100.00905.00',
    ]);
  });

  it('says that there is none yet', async () => {
    fakeServer(dashboards, { income: () => ({ currencies: [] }) });
    await renderScreen(<IncomeByDepartment />, { texts });
    expect(await screen.findByText('No income has been posted yet.')).toBeVisible();
  });
});
