import { act, screen } from '@testing-library/react';
import { type Notification, notifications } from '@daybook/contracts/notifications';
import { i18n } from '@daybook/shared/i18n';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { hostTexts } from '../test/host-screen.tsx';
import { listenLive } from './live-stream.ts';
import LiveUpdates from './live-updates.tsx';

jest.mock('./live-stream.ts');

const newest: Notification = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  kind: 'clients_changed',
  params: { done: 3, refused: 0 },
  record: { kind: 'job', id: '018f2b1c-0000-7000-8000-000000000002' },
  at: '2026-11-20T10:00:00Z',
  isRead: false,
};

it('a new notification is announced in words that only then are loaded', async () => {
  fakeServer(notifications, {
    list: () => ({ rows: [newest], hasMore: false }),
    unread: () => ({ count: 1 }),
  });
  const { user, address } = await renderScreen(<LiveUpdates />, { texts: hostTexts });
  i18n.removeResourceBundle('en', 'notifications');
  const told = jest.mocked(listenLive).mock.calls.at(-1)?.[0].tell;
  act(() => told?.('notification'));
  expect(await screen.findByText('Clients changed: 3, refused: 0')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(address()).toBe('/app/jobs/018f2b1c-0000-7000-8000-000000000002');
});
