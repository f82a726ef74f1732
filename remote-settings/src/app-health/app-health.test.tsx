import { screen, within } from '@testing-library/react';
import { remoteLoads, type RemoteLoadSummary } from '@daybook/contracts/remote-loads';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import AppHealth from './app-health.tsx';

const row: RemoteLoadSummary = {
  remote: 'billing',
  version: '1.0.0-abc',
  loaded: 1200,
  rolledBack: 0,
  failed: 3,
  medianMs: 180,
  slowMs: 1240,
  codes: [{ code: 'CHUNK_LOAD_FAILED', count: 3 }],
  lastAt: '2026-11-20T10:00:00Z',
};

const at = { texts: { settings: en }, path: '/app/settings/app_health', route: '/app/settings/app_health' };

describe('the health of the app', () => {
  it('shows each version with its times and its failures, for the chosen days', async () => {
    const asked: (string | undefined)[] = [];
    fakeServer(remoteLoads, {
      summary: ({ input }) => {
        asked.push(input.days);
        return { rows: input.days === '30' ? [] : [row] };
      },
    });
    const { user } = await renderScreen(<AppHealth />, at);
    const table = await screen.findByRole('table', { name: 'App health' });
    const cells = within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(cells.slice(0, 8)).toEqual([
      'Billing',
      '1.0.0-abc',
      '1,200',
      '180 ms',
      '1,240 ms',
      '0',
      '3',
      'CHUNK_LOAD_FAILED × 3',
    ]);
    await user.click(screen.getByText('30 days'));
    expect(await screen.findByText('No part was loaded in this period.')).toBeVisible();
    expect(asked).toEqual(['7', '30']);
  });
});
