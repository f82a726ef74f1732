import { screen, waitFor } from '@testing-library/react';
import { minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import { chargeRates, type ChargeRate } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { texts } from '../test/texts.ts';
import ChargeRateList from './charge-rate-list.tsx';
import CostRateList from './cost-rate-list.tsx';
import EditChargeRate from './edit-charge-rate.tsx';

const ofTheFirm: ChargeRate = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  version: 3,
  client: null,
  service: null,
  person: null,
  currency: 'EUR',
  rate: minor(12_000),
  validFrom: '2026-01-01',
  validTo: null,
};
const ada = { id: '018f2b1c-0000-7000-8000-000000000002', label: 'Ada' };
const acme = { id: '018f2b1c-0000-7000-8000-000000000003', label: 'Acme' };

const page = <Row,>(rows: Row[]) => ({ rows, pageSize: 20, next: null, previous: null });
const counted = (total: number) => () => ({ total, isCapped: false });

beforeEach(() => sessionStorage.clear());

describe('charge rates', () => {
  it.each([
    ['en', texts.en, 'Charge rates', 'All hours of the firm'],
    ['zh', texts.zh, '计费费率', '全所工时'],
    ['fr', texts.fr, 'Taux de facturation', 'Toutes les heures du cabinet'],
    ['ja', texts.ja, '請求単価', '事務所のすべての時間'],
  ] as const)('are listed in %s with whose hours they are for', async (language, own, title, firm) => {
    fakeServer(chargeRates, {
      list: () => page([ofTheFirm, { ...ofTheFirm, id: acme.id, client: acme, person: ada }]),
      total: counted(2),
    });
    await renderScreen(<ChargeRateList />, { language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: firm })).toHaveAttribute(
      'href',
      `/app/settings/charge_rates/edit/${ofTheFirm.id}`,
    );
    expect(screen.getByRole('link', { name: 'Acme · Ada' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });

  it('are edited, refused for days that have one, and deleted', async () => {
    const server = fakeServer(chargeRates, {
      open: () => ofTheFirm,
      edit: () => {
        throw refuseField('RATES_OVERLAP', 'validFrom');
      },
      remove: () => ({}),
    });
    const { user, address } = await renderScreen(<EditChargeRate />, {
      path: `/edit/${ofTheFirm.id}`,
      route: '/edit/:id',
      texts: { settings: texts.en },
    });
    const rate = await screen.findByRole('textbox', { name: /^Rate per hour/ });
    await user.clear(rate);
    await user.type(rate, '125');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A rate for the same hours is valid on some of these days')).toBeVisible();
    expect(server.requestsTo(chargeRates.edit)[0]).toMatchObject({
      version: 3,
      input: { rate: 12_500, clientId: null },
    });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/Hours that were billed keep their rate/)).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Delete' }).at(-1) as HTMLElement);
    await waitFor(() => expect(address()).toBe('/app/settings/charge_rates'));
  });
});

describe('cost rates', () => {
  it('are listed by person', async () => {
    fakeServer(costRates, {
      list: () => page([{ ...ofTheFirm, person: ada }]),
      total: counted(1),
    });
    await renderScreen(<CostRateList />, { texts: { settings: texts.en } });
    expect(await screen.findByRole('link', { name: 'Ada' })).toHaveAttribute(
      'href',
      `/app/settings/cost_rates/edit/${ofTheFirm.id}`,
    );
    expect(screen.getByRole('cell', { name: /120\.00/ })).toBeVisible();
  });
});
