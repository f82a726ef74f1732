import { screen, within } from '@testing-library/react';
import { auditChain, type AuditChain } from '@daybook/contracts/audit-log/audit-log';
import { remoteLoads, type RemoteLoadSummary } from '@daybook/contracts/remote-loads';
import { backups, type BackupState } from '@daybook/contracts/settings/backups/backups';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { texts } from '../test/texts.ts';
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

const at = {
  me: { userType: 'admin' as const, roles: ['dashboard.admin' as const] },
  texts: { settings: texts.en },
  path: '/app/settings/app_health',
  route: '/app/settings/app_health',
};

const chain: AuditChain = { sealed: 5, head: null, unsealedSince: null, check: null };

describe('the health of the app', () => {
  it('shows each version with its times and its failures, for the chosen days', async () => {
    const asked: (string | undefined)[] = [];
    const server = fakeServer(remoteLoads, {
      summary: ({ input }) => {
        asked.push(input.days);
        return { rows: input.days === '30' ? [] : [row] };
      },
    });
    server.also(auditChain, { open: () => chain });
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
    expect(screen.queryByText(/waited too long/)).not.toBeInTheDocument();
  });

  it('raises an alarm while the audit log is not sealed', async () => {
    const server = fakeServer(remoteLoads, { summary: () => ({ rows: [row] }) });
    server.also(auditChain, { open: () => ({ ...chain, unsealedSince: '2026-11-20T10:00:00Z' }) });
    await renderScreen(<AppHealth />, at);
    expect(await screen.findByText(/Entries have waited too long for their seal/)).toBeVisible();
  });

  it('raises an alarm while there is no recent backup', async () => {
    const server = fakeServer(remoteLoads, { summary: () => ({ rows: [row] }) });
    server.also(backups, {
      state: (): BackupState => ({
        verdict: 'overdue',
        isOn: true,
        atTime: '02:00',
        timezone: 'UTC',
        folder: null,
        lastGood: null,
        lastTest: null,
        fault: null,
        detail: null,
        isRunning: false,
        isTesting: false,
      }),
    });
    await renderScreen(<AppHealth />, at);
    expect(await screen.findByText(/no good backup for more than two days/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Backups' })).toHaveAttribute('href', '/app/settings/backups');
  });
});
