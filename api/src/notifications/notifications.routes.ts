import { notifications } from '@daybook/contracts/notifications';
import { implement } from '../http/implement.ts';
import { countUnread, listNotifications } from './notifications.queries.ts';
import { markRead } from './mark-notifications-read.ts';
import { streamEvents } from './stream.ts';

export const notificationsRoutes = implement(
  'notifications',
  notifications,
)({
  list: ({ db, user, input }) => listNotifications(db, user.id, input.before),
  unread: async ({ db, user }) => ({ count: await countUnread(db, user.id) }),
  markRead: async ({ db, user, input }) => ({ read: await markRead(db, user.id, input.id) }),
  stream: async ({ user, reply }) => streamEvents(reply.request, reply, user),
});
