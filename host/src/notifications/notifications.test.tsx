import { act, screen, waitFor } from '@testing-library/react';
import { type Notification, notifications } from '@daybook/contracts/notifications';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { hostTexts, inSite } from '../test/host-screen.tsx';
import { NotificationButton } from './notification-button.tsx';
import NotificationDrawer from './notification-drawer.tsx';

const id = (end: number) => `018f2b1c-0000-7000-8000-${String(end).padStart(12, '0')}`;
const task: Notification = {
  id: id(1),
  kind: 'task_assigned',
  params: { no: 'T-0042', title: 'Annual accounts' },
  record: { kind: 'task', id: id(9) },
  at: '2026-11-20T10:00:00Z',
  isRead: false,
};
const rights: Notification = { ...task, id: id(2), kind: 'rights_changed', params: {}, record: null };

function serverWith(rows: Notification[]) {
  return fakeServer(notifications, {
    list: ({ input }) =>
      input.before === undefined
        ? { rows, hasMore: rows.length > 1 }
        : { rows: [{ ...task, id: id(3), params: { no: 'T-0001', title: 'Old' } }], hasMore: false },
    unread: () => ({ count: rows.length }),
    markRead: () => ({ read: 1 }),
  });
}

describe('the notifications', () => {
  it('count the unread ones, a moment after the page is there', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const server = serverWith([task, rights]);
    await renderScreen(inSite(<NotificationButton onOpen={() => undefined} />), { texts: hostTexts });
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeVisible();
    expect(server.requests).toEqual([]);
    await act(() => jest.advanceTimersByTimeAsync(3000));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Notifications' })).toHaveAccessibleDescription('2 unread'),
    );
    jest.useRealTimers();
  });

  it('list the latest, and open one as read', async () => {
    const server = serverWith([task]);
    const onClose = jest.fn();
    const { user, address } = await renderScreen(inSite(<NotificationDrawer isOpen onClose={onClose} />), {
      texts: hostTexts,
    });
    await user.click(await screen.findByRole('link', { name: /T-0042 Annual accounts/ }));
    expect(address()).toBe(`/app/tasks/view-task/${id(9)}`);
    expect(server.requestsTo(notifications.markRead)[0]?.input).toEqual({ id: task.id });
    expect(onClose).toHaveBeenCalled();
  });

  it('show older ones, and mark all as read', async () => {
    const server = serverWith([task, rights]);
    const { user } = await renderScreen(inSite(<NotificationDrawer isOpen onClose={() => undefined} />), {
      texts: hostTexts,
    });
    expect(await screen.findByText('Your permissions have been changed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show older notifications' }));
    expect(await screen.findByText(/T-0001 Old/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(server.requestsTo(notifications.markRead)[0]?.input).toEqual({}));
  });

  it('keep a name of another script in its place, and write amounts in the person’s format', async () => {
    const params = { name: 'فاطمة', amount: '33750 JPY', what: '印紙' };
    serverWith([{ ...task, kind: 'expense_to_approve', params }]);
    await renderScreen(inSite(<NotificationDrawer isOpen onClose={() => undefined} />), { texts: hostTexts });
    const name = `\u2068فاطمة\u2069`;
    expect(
      await screen.findByText(`${name} claims ¥33,750: 印紙. The expense is waiting for your approval`),
    ).toBeVisible();
  });

  it('show an empty state', async () => {
    serverWith([]);
    await renderScreen(inSite(<NotificationDrawer isOpen onClose={() => undefined} />), { texts: hostTexts });
    expect(await screen.findByText(/Notifications appear here/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  });
});
