import { screen } from '@testing-library/react';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { hostTexts } from '../test/host-screen.tsx';
import BooksBanner from './books-banner.tsx';

it('tells an admin how many findings the last ledger check has, and leads to them', async () => {
  await renderScreen(<BooksBanner />, { me: { userType: 'admin', bookFindings: 2 }, texts: hostTexts });
  expect(await screen.findByText('The last ledger check has 2 findings')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the findings' })).toHaveAttribute(
    'href',
    '/app/settings/book_checks',
  );
});

it.each([0, undefined])('is absent if the last check found %s', async (bookFindings) => {
  await renderScreen(<BooksBanner />, { me: { userType: 'admin', bookFindings }, texts: hostTexts });
  expect(screen.queryByRole('alert')).toBeNull();
});
