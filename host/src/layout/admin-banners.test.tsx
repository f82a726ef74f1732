import { screen } from '@testing-library/react';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { hostTexts } from '../test/host-screen.tsx';
import AdminBanners from './admin-banners.tsx';

const bannersOf = (me: { heldSince?: string; bookFindings?: number }) =>
  renderScreen(<AdminBanners />, { me: { userType: 'admin', ...me }, texts: hostTexts });

// docs/rules.md#held-installation
it('tells an admin since when nothing is sent or created automatically', async () => {
  await bannersOf({ heldSince: '2026-05-04T06:00:00.000Z' });
  expect(await screen.findByText(/Nothing has been sent or created automatically/)).toBeVisible();
  expect(screen.getByText(/May 4, 2026|4 May 2026/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See what waits' })).toHaveAttribute(
    'href',
    '/app/settings/backups',
  );
});

// docs/rules.md#the-books-are-checked
it('tells an admin how many findings the last ledger check has, and leads to them', async () => {
  await bannersOf({ bookFindings: 2 });
  expect(await screen.findByText('The last ledger check has 2 findings')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the findings' })).toHaveAttribute(
    'href',
    '/app/settings/book_checks',
  );
});

it('tells both where both are so', async () => {
  await bannersOf({ heldSince: '2026-05-04T06:00:00.000Z', bookFindings: 1 });
  expect(await screen.findAllByRole('alert')).toHaveLength(2);
});

it.each([{}, { bookFindings: 0 }])('is absent with %j', async (me) => {
  await bannersOf(me);
  expect(screen.queryByRole('alert')).toBeNull();
});
