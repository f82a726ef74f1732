import { screen } from '@testing-library/react';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { hostTexts } from '../test/host-screen.tsx';
import HeldBanner from './held-banner.tsx';

// docs/rules.md#held-installation
it('tells an admin since when nothing is sent or created automatically', async () => {
  await renderScreen(<HeldBanner />, {
    me: { userType: 'admin', heldSince: '2026-05-04T06:00:00.000Z' },
    texts: hostTexts,
  });
  expect(await screen.findByText(/Nothing has been sent or created automatically/)).toBeVisible();
  expect(screen.getByText(/May 4, 2026|4 May 2026/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See what waits' })).toHaveAttribute(
    'href',
    '/app/settings/backups',
  );
});

it('is absent while the installation is not held', async () => {
  await renderScreen(<HeldBanner />, { me: { userType: 'admin' }, texts: hostTexts });
  expect(screen.queryByText(/Nothing has been sent/)).toBeNull();
});
