import { screen, within } from '@testing-library/react';
import { minor } from '@daybook/contracts/money/money';
import { daysSalesOutstanding } from '@daybook/contracts/receivables/outstanding/days-sales-outstanding';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import en from '../test/texts.ts';
import DaysSalesOutstanding from './days-sales-outstanding.tsx';
import OverdueByAge from './overdue-by-age.tsx';

const texts = { billing: en };
const section = (currency: string, amounts: number[]) => ({
  currency,
  lines: 3,
  notDue: minor(10_000),
  buckets: amounts.map(minor),
  unapplied: minor(0),
  balance: minor(100_000),
  overdue: minor(90_000),
  disputed: minor(0),
  dueThisMonth: minor(0),
  estimate: null,
});
const total = (...sections: ReturnType<typeof section>[]) => ({
  total: () => ({ total: 3, isCapped: false, asOf: today(), bounds: [30, 60], sections }),
});
const hrefOf = (name: string) =>
  decodeURIComponent(screen.getByRole('link', { name, hidden: true }).getAttribute('href') ?? '');

describe('what is overdue by age', () => {
  it('opens with each bar the report of today for its bucket and currency', async () => {
    const server = fakeServer(outstanding, total(section('EUR', [20_000, 30_000, 40_000])));
    await renderScreen(<OverdueByAge />, { texts });
    await screen.findByText('€900.00');
    const report = '/app/followup/client_outstanding_report?filter[asOf]=today&filter[currency]=EUR';
    expect(hrefOf('€900.00')).toBe(`${report}&filter[overdue]=true`);
    expect(hrefOf('€300.00')).toBe(`${report}&filter[bucket]=2`);
    const table = within(screen.getByRole('table', { hidden: true }));
    expect(table.getByText('> 60')).toBeInTheDocument();
    expect(server.requestsTo(outstanding.total)[0]?.input).toEqual({ filter: { asOf: today() } });
  });

  it('is shown for one currency at a time', async () => {
    fakeServer(outstanding, total(section('EUR', [20_000, 0, 0]), section('USD', [0, 0, 70_000])));
    const { user } = await renderScreen(<OverdueByAge />, { texts });
    await user.click(await screen.findByText('USD'));
    expect(hrefOf('$700.00')).toContain('filter[currency]=USD&filter[bucket]=3');
  });

  it('is said to be nothing where nothing is open', async () => {
    fakeServer(outstanding, total());
    await renderScreen(<OverdueByAge />, { texts });
    expect(await screen.findByText('Nothing is outstanding.')).toBeVisible();
  });
});

const month = (on: string, days: number | null) => ({
  on,
  receivable: minor(230_000),
  billed: minor(120_000),
  days,
});

describe('days sales outstanding', () => {
  it('are shown by month with their formula, without the months that have no figure', async () => {
    fakeServer(daysSalesOutstanding, {
      open: () => ({
        currencies: [
          {
            currency: 'EUR',
            months: [month('2026-03-31', null), month('2026-04-30', 112.5), month('2026-05-31', 172.5)],
          },
        ],
      }),
    });
    await renderScreen(<DaysSalesOutstanding />, { texts });
    expect(
      await screen.findByText(/÷ amount billed less credited in the 90 days up to it × 90/),
    ).toBeVisible();
    expect(hrefOf('112.5')).toContain('filter[asOf]=2026-04-30&filter[currency]=EUR');
    expect(hrefOf('€2,300.00')).toContain('filter[asOf]=2026-05-31');
    expect(screen.queryByText('Mar 2026')).toBeNull();
  });

  it('say that there is no figure yet while the books are young', async () => {
    fakeServer(daysSalesOutstanding, {
      open: () => ({ currencies: [{ currency: 'EUR', months: [month('2026-05-31', null)] }] }),
    });
    await renderScreen(<DaysSalesOutstanding />, { texts });
    expect(await screen.findByText('Not yet')).toBeVisible();
    expect(screen.queryByRole('table', { hidden: true })).toBeNull();
  });
});
