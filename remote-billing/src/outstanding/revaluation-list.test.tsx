import { screen, waitFor, within } from '@testing-library/react';
import { minor } from '@daybook/contracts/money/money';
import { revaluation } from '@daybook/contracts/receivables/outstanding/revaluation';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { client, entity, idOf } from '../test/billing-records.ts';
import texts from '../test/texts.ts';
import RevaluationList from './revaluation-list.tsx';

const worth = { currency: 'USD', baseCurrency: 'EUR', balance: minor(5_000), bookValue: minor(4_700) };
const known = { ...worth, value: minor(4_000), difference: minor(-700) };

it('unrealised exchange differences show the rate of the day, and each row opens the ledger of that day', async () => {
  const server = fakeServer(revaluation, {
    list: () => ({
      rows: [
        { id: idOf(1), client, entity, ...known },
        { id: idOf(2), client, entity, ...worth, currency: 'INR', value: null, difference: null },
      ],
      pageSize: 20,
      next: null,
      previous: null,
    }),
    total: () => ({
      total: 2,
      isCapped: false,
      asOf: '2026-04-30',
      sums: [
        { entity, ...known, rate: '0.8', rateOn: '2026-04-01' },
        { entity, ...worth, currency: 'INR', value: null, difference: null, rate: null, rateOn: null },
      ],
    }),
  });
  const route = '/app/followup/client_outstanding_report/exchange_differences';
  const { user } = await renderScreen(<RevaluationList />, {
    path: `${route}?filter%5BasOf%5D=2026-04-30`,
    route,
    texts: { billing: texts },
  });
  const [link] = await screen.findAllByRole('link', { name: client.label });
  expect(link?.closest('tr')).toHaveTextContent('-€7.00');
  expect(link).toHaveAttribute('href', expect.stringContaining('asOf=2026-04-30'));
  const sums = await screen.findByRole('group', { name: 'Totals by billing entity and currency' });
  expect(sums).toHaveTextContent('USD at 0.8 of');
  expect(within(sums).getAllByText('Unrealised difference')[0]?.nextSibling).toHaveTextContent('-€7.00');
  await user.click(within(sums).getByRole('button', { name: '1 more currency' }));
  expect(await screen.findByText(/INR, no rate/)).toBeVisible();
  await user.keyboard('{Escape}');
  await user.clear(screen.getByRole('textbox', { name: 'As of' }));
  await user.type(screen.getByRole('textbox', { name: 'As of' }), '2026-03-31{Enter}');
  await waitFor(() =>
    expect(server.requestsTo(revaluation.list).at(-1)?.input['filter']).toMatchObject({ asOf: '2026-03-31' }),
  );
});
