import { minor } from '@daybook/contracts/money/money';
import { screen, waitFor, within } from '@testing-library/react';
import {
  bookChecks,
  bookRules,
  type BookCheck,
  type BookCheckRun,
} from '@daybook/contracts/settings/book-checks/book-checks';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import BookChecks from './book-checks.tsx';
import { texts as own } from '../test/texts.ts';

const check: BookCheck = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  kind: 'nightly',
  at: '2026-11-20T00:10:00Z',
  found: 1,
  findings: [
    {
      rule: 'invoice_is_settled_as_allocated',
      entity: 'Lyon',
      document: 'INV/26/0042',
      currency: 'EUR',
      expected: minor(4_000),
      actual: minor(3_999),
    },
  ],
  looked: [
    { rule: 'trial_balance_is_zero', records: 3, found: 0 },
    { rule: 'invoice_is_settled_as_allocated', records: 12_345, found: 1 },
  ],
};
const at = {
  path: '/app/settings/book_checks',
  route: '/app/settings/book_checks',
  texts: { settings: own.en },
};

it('the ledger checks list errors by document, until a later check passes', async () => {
  const asked = { askedAt: '2026-11-21T09:00:00Z', by: 'Asha Rao', done: 3 };
  let [rows, run]: [BookCheck[], BookCheckRun | null] = [[check], null];
  let readings = 0;
  fakeServer(bookChecks, {
    list: () => {
      readings += 1;
      // The check finishes while the page polls.
      if (run?.status === 'running' && readings > 2) {
        const made = { kind: 'by_hand' as const, found: 0, findings: [], looked: [] };
        rows = [{ ...check, ...made, id: check.id.replace(/1$/, '2') }, check];
        run = { ...asked, status: 'done' };
      }
      return { rows, run };
    },
    run: () => {
      run = { ...asked, status: 'running' };
      return run;
    },
  });
  const { user } = await renderScreen(<BookChecks />, at);
  const table = await screen.findByRole('table', { name: 'Findings' });
  expect(within(table).getByText('INV/26/0042')).toBeVisible();
  expect(within(table).getByText(/39\.99/)).toBeVisible();
  const looked = within(screen.getByRole('table', { name: 'Checks' })).getAllByRole('row');
  expect(looked[1]).toHaveTextContent(/The trial balance totals zero.*3.*2026.*No findings/);
  expect(looked[2]).toHaveTextContent(/12,345.*1 finding/);
  await user.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText(/^The ledger is being checked/)).toBeVisible();
  expect(screen.getByText(`3 of ${bookRules.length} checks done`)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/^The ledger is being checked/)).toBeNull(), {
    timeout: 20_000,
  });
  expect(screen.getByText('No findings')).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Findings' })).toBeNull();
  expect(screen.getByText('1 finding')).toBeVisible();
});
