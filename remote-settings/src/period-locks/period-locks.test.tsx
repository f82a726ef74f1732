import { screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { refuseField } from '@daybook/contracts/refusals';
import { periodLocks, type PeriodLock } from '@daybook/contracts/settings/period-locks/period-locks';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import PeriodLocks from './period-locks.tsx';
import { texts as own } from '../test/texts.ts';

const id = (n: number) => `018f2b1c-0000-7000-8000-00000000000${n}`;
const [lyon, mumbai] = [
  { id: id(1), label: 'Lyon' },
  { id: id(2), label: 'Mumbai' },
];
const lock: PeriodLock = {
  entity: lyon,
  lockedUntil: '2026-09-30',
  exceptions: [
    {
      id: id(3),
      user: { id: id(4), label: 'Lucy' },
      until: '2026-11-30',
      reason: 'A late invoice',
      at: '2026-11-20T10:00:00Z',
      by: 'Ada',
      isInForce: true,
    },
  ],
  history: [
    { id: id(5), lockedUntil: '2026-09-30', reason: null, at: '2026-10-05T10:00:00Z', by: 'Ada' },
    { id: id(6), lockedUntil: null, reason: 'The auditor asks', at: '2026-10-01T10:00:00Z', by: 'Ada' },
  ],
};
const at = {
  path: '/app/settings/period_locks',
  route: '/app/settings/period_locks',
  texts: { settings: own.en },
};

const serve = (more: object = {}) =>
  fakeServer(periodLocks, {
    list: () => ({
      rows: [
        { entity: lyon, lockedUntil: '2026-09-30' },
        { entity: mumbai, lockedUntil: null },
      ],
    }),
    open: ({ input }) =>
      input.id === lyon.id ? lock : { entity: mumbai, lockedUntil: null, exceptions: [], history: [] },
    ...more,
  }).also(lookups, { find: () => [{ id: id(4), label: 'Lucy', more: {} }] });

describe('the closed periods', () => {
  it('show the closing date, the exceptions and the history of each billing entity', async () => {
    serve();
    const { user, address } = await renderScreen(<PeriodLocks />, at);
    expect((await screen.findAllByText(/^Closed up to .*2026/)).length).toBe(2);
    const exceptions = screen.getByRole('table', { name: 'Exceptions' });
    expect(within(exceptions).getByText('Lucy')).toBeVisible();
    expect(
      within(screen.getByRole('table', { name: 'History of closings' })).getByText('The auditor asks'),
    ).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Billing entity' }));
    await user.click(await screen.findByText('Mumbai'));
    expect(await screen.findByText('No period has been closed yet.')).toBeVisible();
    expect(address()).toContain(`entityId=${mumbai.id}`);
    expect(screen.queryByRole('button', { name: 'Reopen periods' })).toBeNull();
  });

  it('are reopened with a reason', async () => {
    const server = serve({
      move: ({ input }: { input: { reason?: string | null } }) => {
        if (!input.reason) throw refuseField('INPUT_INVALID', 'reason', {}, 'REQUIRED');
        return lock;
      },
    });
    const { user } = await renderScreen(<PeriodLocks />, at);
    await user.click(await screen.findByRole('button', { name: 'Reopen periods' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Reopen periods' }));
    expect((await within(dialog).findAllByText('This is required')).length).toBeGreaterThan(0);
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'A wrong invoice');
    await user.click(within(dialog).getByRole('button', { name: 'Reopen periods' }));
    await waitFor(() =>
      expect(server.requestsTo(periodLocks.move).at(-1)?.input).toMatchObject({
        id: lyon.id,
        lockedUntil: null,
        reason: 'A wrong invoice',
      }),
    );
  });

  it('get an exception for one person, which can be withdrawn', async () => {
    const server = serve({ except: () => lock, withdraw: () => lock });
    const { user } = await renderScreen(<PeriodLocks />, at);
    await user.click(await screen.findByRole('button', { name: 'Add an exception' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('combobox', { name: 'Person' }));
    await user.click(await screen.findByText('Lucy', { selector: '.ant-select-item-option-content' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'A late invoice');
    await user.click(within(dialog).getByRole('button', { name: 'Add the exception' }));
    await waitFor(() =>
      expect(server.requestsTo(periodLocks.except)[0]?.input).toMatchObject({
        id: lyon.id,
        userId: id(4),
        reason: 'A late invoice',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await user.click((await screen.findAllByRole('button', { name: 'Withdraw' })).at(-1) as HTMLElement);
    await waitFor(() =>
      expect(server.requestsTo(periodLocks.withdraw)[0]?.input).toEqual({
        id: lyon.id,
        exceptionId: id(3),
      }),
    );
  });
});
