import { screen, within } from '@testing-library/react';
import { recurringRevenue, type RevenueRow } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import { languages } from '@daybook/contracts/fields';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import enMain from '../locales/en.json';
import en from '../locales/later/en.json';
import fr from '../locales/later/fr.json';
import ja from '../locales/later/ja.json';
import zh from '../locales/later/zh.json';
import RecurringRevenue from './recurring-revenue.tsx';

const figures = {
  currency: 'EUR',
  opening: minor(10_000),
  new: minor(22_500),
  reactivated: minor(0),
  expansion: minor(4_500),
  contraction: minor(0),
  paused: minor(0),
  lost: minor(7_000),
  closing: minor(30_000),
  clients: 3,
  joined: 2,
  left: 1,
};
const row: RevenueRow = { ...figures, id: '2026-02-01 EUR', key: '2026-02-01', label: '' };
const seriesId = '018f2b1c-0000-7000-8000-000000000700';

const serve = () =>
  fakeServer(recurringRevenue, {
    list: ({ input }) => ({
      period: { from: '2026-02-01', to: '2026-02-28' },
      rows: [input.filter?.by === 'department' ? { ...row, id: 'none EUR', key: 'none' } : row],
      totals: [figures],
      beside: {
        total: 1,
        some: [
          {
            id: seriesId,
            title: 'Retainer',
            client: { id: seriesId, label: 'Dupont' },
            currency: 'EUR',
            nextAmount: minor(50_000),
          },
        ],
      },
    }),
  }).also(lookups, { find: () => [] });

const path = '/app/reports/recurring_revenue';

describe('the report of recurring revenue', () => {
  it.each(languages)('leads from the opening to the closing figure in %s', async (language) => {
    serve();
    const words = { en, fr, ja, zh }[language];
    await renderScreen(<RecurringRevenue />, {
      texts: { billing: { ...enMain, ...words } },
      language,
      path,
    });
    const table = await screen.findByRole('table', { name: words.revenue.title });
    for (const name of ['opening', 'new', 'expansion', 'lost', 'closing'] as const)
      expect(within(table).getByRole('columnheader', { name: words.revenue[name] })).toBeInTheDocument();
    const total = within(table).getByText(words.revenue.total).closest('tr') as HTMLElement;
    expect(total).toHaveTextContent(/300[.,]00/);
  });

  it('names the services without a department, and the recurring invoices that it leaves out', async () => {
    serve();
    await renderScreen(<RecurringRevenue />, {
      texts: { billing: { ...enMain, ...en } },
      path: `${path}?filter[by]=department`,
    });
    const table = await screen.findByRole('table', { name: en.revenue.title });
    expect(within(table).getByText(en.revenue.noDepartment)).toBeVisible();
    const beside = within(screen.getByRole('region', { name: en.revenue.beside }));
    expect(beside.getByRole('link', { name: 'Retainer' })).toHaveAttribute(
      'href',
      `/app/recurring_invoices/edit/${seriesId}`,
    );
  });
});
