import { screen, within } from '@testing-library/react';
import { languages } from '@daybook/contracts/fields';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import {
  realisation,
  realisedBills,
  realisedHours,
  type RealisationFigures,
  type RealisationRow,
} from '@daybook/contracts/receivables/realisation/realisation';
import { Refusal } from '@daybook/contracts/refusals';
import { savedViews } from '@daybook/contracts/saved-views';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import enMain from '../locales/en.json';
import en from '../locales/later/en.json';
import fr from '../locales/later/fr.json';
import ja from '../locales/later/ja.json';
import zh from '../locales/later/zh.json';
import { client, lookupRows } from '../test/billing-records.ts';
import RealisationScreen from './realisation-report.tsx';
import RealisedBillList from './realised-bills.tsx';
import RealisedHoursList from './realised-hours.tsx';

const figures: RealisationFigures = {
  currency: 'EUR',
  minutes: 90,
  unratedMinutes: 15,
  value: minor(180_00),
  billed: minor(150_00),
  writtenDown: minor(30_00),
  collected: minor(50_00),
  badDebt: minor(0),
  effectiveRate: minor(100_00),
  cost: minor(60_00),
  uncostedMinutes: 30,
  margin: minor(90_00),
};
const hidden = { cost: null, uncostedMinutes: null, margin: null };
const person = { id: '018f2b1c-0000-7000-8000-000000000700', label: 'Doer' };
const row: RealisationRow = {
  ...figures,
  id: 'EUR|2026-05-01|none',
  keys: [
    { by: 'month', id: '2026-05-01', label: '' },
    { by: 'department', id: 'none', label: '' },
  ],
};
const page = { pageSize: 20, next: null, previous: null };
const task = { id: person.id, label: 'Advice', no: 'T-7' };

function serve({ seesMargin = true, isEmpty = false } = {}) {
  const seen = seesMargin ? {} : hidden;
  return fakeServer(realisation, {
    list: () => ({ rows: isEmpty ? [] : [{ ...row, ...seen }], ...page }),
    total: () => ({
      total: isEmpty ? 0 : 1,
      isCapped: false,
      period: { from: '2026-05-01', to: '2026-06-30' },
      currencies: isEmpty ? [] : [{ ...figures, ...seen }],
    }),
  })
    .also(realisedHours, {
      list: () => ({
        rows: [
          {
            id: person.id,
            workedOn: '2026-05-04',
            person,
            client,
            task,
            category: null,
            currency: 'EUR',
            minutes: 90,
            billable: true,
            rate: minor(120_00),
            value: minor(180_00),
            cost: minor(60_00),
          },
        ],
        ...page,
      }),
      total: () => ({ total: 1, isCapped: false }),
    })
    .also(realisedBills, {
      list: () => ({
        rows: [
          {
            id: person.id,
            date: '2026-06-02',
            invoice: { id: null, label: '', client: null },
            client,
            task,
            currency: 'EUR',
            billed: minor(150_00),
            writtenDown: minor(30_00),
            collected: minor(50_00),
            badDebt: minor(0),
          },
          {
            id: client.id,
            date: '2026-06-01',
            invoice: null,
            client,
            task,
            currency: 'EUR',
            billed: minor(0),
            writtenDown: minor(70_00),
            collected: minor(0),
            badDebt: minor(0),
          },
        ],
        ...page,
      }),
      total: () => ({ total: 2, isCapped: false }),
    })
    .also(savedViews, { list: () => [] })
    .also(lookups, { find: ({ input }) => lookupRows(input) });
}

const path = '/app/reports/realisation';
const period = 'filter[from]=2026-05-01&filter[to]=2026-06-30';
const at = (address: string, language: (typeof languages)[number] = 'en') => ({
  path: address,
  route: address.split('?')[0] ?? '',
  language,
  texts: { billing: { ...enMain, ...{ en, fr, ja, zh }[language] } },
});

describe('the report of realisation', () => {
  it.each(languages)('compares hours with what was billed for them in %s', async (language) => {
    serve();
    const { realisation: words } = { en, fr, ja, zh }[language];
    await renderScreen(<RealisationScreen />, at(`${path}?${period}&filter[by]=month`, language));
    const table = await screen.findByRole('table', { name: words.title });
    for (const name of ['hours', 'billed', 'writtenDown', 'collected', 'cost', 'margin'] as const)
      expect(within(table).getByRole('columnheader', { name: words[name] })).toBeVisible();
    expect(within(table).getByText(words.none)).toBeVisible();
    expect(await screen.findByText(new RegExp(words.hint.slice(0, 20), 'u'))).toHaveTextContent(/0:30/);
  });

  it('opens the hours and the bills of exactly the days and the department of a row', async () => {
    serve();
    await renderScreen(
      <RealisationScreen />,
      at(`${path}?${period}&filter[by]=month&filter[thenBy]=department`),
    );
    const table = await screen.findByRole('table', { name: 'Realisation' });
    const opens = (name: string | RegExp) =>
      within(table).getByRole('link', { name }).getAttribute('href') ?? '';
    expect(opens('1:30')).toMatch(/reports\/realisation\/hours\?/);
    expect(opens(/150\.00/)).toMatch(/reports\/realisation\/bills\?/);
    expect(Object.fromEntries(new URLSearchParams(opens('1:30').split('?')[1]))).toEqual({
      'filter[from]': '2026-05-01',
      'filter[to]': '2026-05-31',
      'filter[departmentId]': 'none',
      'filter[currency]': 'EUR',
    });
  });

  it('has no costs for people who do not see all money', async () => {
    serve({ seesMargin: false });
    await renderScreen(<RealisationScreen />, at(`${path}?${period}`));
    const table = await screen.findByRole('table', { name: 'Realisation' });
    expect(await screen.findByRole('region', { name: 'Realisation in EUR' })).not.toHaveTextContent('Margin');
    expect(within(table).getByRole('columnheader', { name: 'Collected' })).toBeVisible();
    expect(within(table).queryByRole('columnheader', { name: 'Margin' })).toBeNull();
  });

  it('says what will appear here while there is nothing', async () => {
    serve({ isEmpty: true });
    await renderScreen(<RealisationScreen />, at(`${path}?sort=-billed`));
    expect(await screen.findByText(en.realisation.empty)).toBeVisible();
  });

  it('says what failed, and offers to try again', async () => {
    fakeServer(realisation, {
      list: () => {
        throw new Refusal('INTERNAL');
      },
      total: () => {
        throw new Refusal('INTERNAL');
      },
    })
      .also(savedViews, { list: () => [] })
      .also(lookups, { find: ({ input }) => lookupRows(input) });
    await renderScreen(<RealisationScreen />, at(`${path}?${period}`));
    expect(await screen.findByRole('button', { name: /again|retry/i })).toBeVisible();
  });

  it('lists the time entries behind its hours', async () => {
    serve();
    await renderScreen(<RealisedHoursList />, at(`${path}/hours?${period}`));
    const table = await screen.findByRole('table', { name: 'Hours of the realisation' });
    expect(within(table).getByRole('link', { name: 'T-7 Advice' })).toBeVisible();
    expect(within(table).getByText('1:30')).toBeVisible();
  });

  it('lists the invoices behind its money, without naming those of clients out of sight', async () => {
    serve();
    await renderScreen(<RealisedBillList />, at(`${path}/bills?${period}`));
    const table = await screen.findByRole('table', { name: 'Billed work' });
    expect(within(table).getByText('Invoice to another client')).toBeVisible();
    expect(within(table).queryByRole('link', { name: 'Invoice to another client' })).toBeNull();
    expect(within(table).getByText('Written off')).toBeVisible();
  });
});
