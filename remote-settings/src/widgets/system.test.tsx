import { screen } from '@testing-library/react';
import { dashboards } from '@daybook/contracts/dashboards';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import System from './system.tsx';

const address = async (value: string) =>
  decodeURIComponent((await screen.findByRole('link', { name: value })).getAttribute('href') ?? '');

describe('people and sign-ins', () => {
  it('links each number of people to the list of just them', async () => {
    fakeServer(dashboards, {
      system: () => ({
        people: [
          { kind: 'managers' as const, active: 3, invited: 0 },
          { kind: 'admins' as const, active: 2, invited: 1 },
        ],
        withTotp: 4,
        openSessions: 5,
        refusedSignIns: 6,
        failedMails: 0,
      }),
    });
    await renderScreen(<System />, { texts: { settings: en } });
    expect(await address('3')).toBe('/app/managers?filter[status]=active');
    expect(await address('2')).toBe('/app/admins?filter[status]=active');
    expect(await address('1')).toBe('/app/admins?filter[status]=invited');
    expect(screen.getByText('Admins (invited)')).toBeVisible();
    expect(screen.queryByText('Managers (invited)')).not.toBeInTheDocument();
    expect(screen.getByText('6')).toBeVisible();
  });
});
