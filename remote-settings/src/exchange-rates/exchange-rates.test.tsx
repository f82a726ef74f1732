import { screen, waitFor } from '@testing-library/react';
import { refuseField } from '@daybook/contracts/refusals';
import { exchangeRates, type ExchangeRate } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import EditRate from './edit-rate.tsx';
import RateList from './rate-list.tsx';

const dollars: ExchangeRate = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  version: 3,
  from: 'USD',
  to: 'EUR',
  date: '2026-11-02',
  rate: '0.9',
  source: 'ECB',
};

beforeEach(() => sessionStorage.clear());

describe('exchange rates', () => {
  it.each([
    ['en', en, 'Exchange rates', '0.9000'],
    ['zh', zh, '汇率', '0.9000'],
    ['fr', fr, 'Taux de change', '0,9000'],
    ['ja', ja, '為替レート', '0.9000'],
  ] as const)('are listed in %s', async (language, own, title, rate) => {
    fakeServer(exchangeRates, {
      list: () => ({ rows: [dollars], pageSize: 20, next: null, previous: null }),
      total: () => ({ total: 1, isCapped: false }),
    });
    await renderScreen(<RateList />, { language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: 'USD → EUR' })).toHaveAttribute(
      'href',
      `/app/settings/exchange_rates/edit/${dollars.id}`,
    );
    expect(screen.getByText(rate)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });

  it('are edited, refused where the day has one, and deleted', async () => {
    const server = fakeServer(exchangeRates, {
      open: () => dollars,
      edit: () => {
        throw refuseField('ALREADY_EXISTS', 'date');
      },
      remove: () => ({}),
    });
    const { user, address } = await renderScreen(<EditRate />, {
      path: `/edit/${dollars.id}`,
      route: '/edit/:id',
      texts: { settings: en },
    });
    const rate = await screen.findByRole('textbox', { name: /^Rate/ });
    expect(screen.getByText('EUR for 1 USD')).toBeVisible();
    await user.clear(rate);
    await user.type(rate, '0.91');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Another record already uses this')).toBeVisible();
    expect(server.requestsTo(exchangeRates.edit)[0]).toMatchObject({ version: 3, input: { rate: '0.91' } });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Existing documents keep their rate.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Delete' }).at(-1) as HTMLElement);
    await waitFor(() => expect(address()).toBe('/app/settings/exchange_rates'));
  });
});
