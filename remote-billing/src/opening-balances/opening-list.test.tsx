import { screen, waitFor, within } from '@testing-library/react';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import type { OpeningDocument } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../test/texts.ts';
import OpeningScreen from './opening-list.tsx';

const id = (n: number) => `018f2b1c-0000-7000-8000-00000000000${n}`;
const lyon = { id: id(1), label: 'Lyon' };
const acme = { id: id(2), label: 'Acme' };
const document: OpeningDocument = {
  id: id(3),
  kind: 'invoice',
  client: acme,
  number: 'OLD-1',
  date: '2026-01-15',
  dueDate: '2026-02-14',
  currency: 'EUR',
  amount: minor(12_000),
  fxRate: '1',
  section: null,
  isSettled: false,
  isLocked: false,
};
const at = {
  path: `/app/settings/opening_balances?filter[entityId]=${lyon.id}`,
  route: '/app/settings/opening_balances',
  texts: { billing: en },
};

const serve = (rows: OpeningDocument[] = [document]) =>
  fakeServer(openingBalances, {
    entities: () => ({
      rows: [
        {
          entity: lyon,
          baseCurrency: 'EUR',
          today: '2026-11-22',
          cutOverOn: '2026-03-31',
          hasDocuments: true,
        },
      ],
    }),
    list: () => ({ rows, pageSize: 20, next: null, previous: null }),
    total: () => ({ total: rows.length, isCapped: false }),
    takeBack: () => ({}),
    lock: () => ({ locked: 1 }),
  });

describe('the opening balances', () => {
  it('show their heading to people without the permission as well', async () => {
    fakeServer(openingBalances, {
      entities: () => {
        throw new Refusal('PERM_DENIED');
      },
    });
    await renderScreen(<OpeningScreen />, at);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Opening balances', level: 1 })).toBeVisible();
  });

  it('explain their purpose while the list is empty', async () => {
    serve([]);
    await renderScreen(<OpeningScreen />, at);
    expect(await screen.findByText(/^No opening balances yet/)).toBeVisible();
  });

  it('lead to the imports, once the billing entity has a cut-over date', async () => {
    serve();
    await renderScreen(<OpeningScreen />, at);
    expect(await screen.findByRole('link', { name: 'Import' })).toHaveAttribute(
      'href',
      '/app/settings/opening_balances/import',
    );
  });

  it('can be reversed with a reason, and locked', async () => {
    const server = serve();
    const { user } = await renderScreen(<OpeningScreen />, at);
    await user.click(await screen.findByRole('button', { name: 'Reverse' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'Paid before');
    await user.click(within(dialog).getByRole('button', { name: 'Reverse' }));
    await waitFor(() =>
      expect(server.requestsTo(openingBalances.takeBack)[0]?.input).toEqual({
        id: document.id,
        reason: 'Paid before',
      }),
    );
  });

  it('that are tax withheld open their entry of the withholding register', async () => {
    serve([{ ...document, id: id(5), kind: 'withheld', number: 'R-7', section: '194J', isSettled: true }]);
    await renderScreen(<OpeningScreen />, at);
    expect(await screen.findByText('Tax withheld · 194J')).toBeVisible();
    expect(screen.getByText('Certified or written off')).toBeVisible();
    expect(screen.getByRole('link', { name: 'R-7' })).toHaveAttribute(
      'href',
      `/app/reports/withholding_register?entry=${id(5)}`,
    );
  });

  it('of a locked client can be unlocked by an admin only, and settled ones by nobody', async () => {
    serve([
      { ...document, isLocked: true },
      { ...document, id: id(4), number: 'OLD-2', isSettled: true },
    ]);
    await renderScreen(<OpeningScreen />, at);
    expect(await screen.findByText('Partly settled')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reverse' })).toBeNull();
  });
});
