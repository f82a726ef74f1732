import { firmNotifications, ownNotifications } from '@daybook/contracts/notification-settings';
import { notifications } from '@daybook/contracts/notifications';
import { implement } from '../http/implement.ts';
import { markRead } from './mark-notifications-read.ts';
import { getFirmNotifications, getOwnNotifications } from './notification-settings.queries.ts';
import { countUnread, listNotifications } from './notifications.queries.ts';
import {
  resetOwnNotifications,
  saveFirmNotifications,
  saveOwnNotifications,
} from './save-notification-settings.ts';
import { streamEvents } from './stream.ts';

export const notificationsRoutes = [
  ...implement(
    'notifications',
    notifications,
  )({
    list: ({ db, user, input }) => listNotifications(db, user.id, input.before),
    unread: async ({ db, user }) => ({ count: await countUnread(db, user.id) }),
    markRead: async ({ db, user, input }) => ({ read: await markRead(db, user.id, input.id) }),
    stream: async ({ user, reply }) => streamEvents(reply.request, reply, user),
  }),
  ...implement(
    'own_notifications',
    ownNotifications,
  )({
    open: async ({ db, user, reply }) =>
      getOwnNotifications(db, user.id, await reply.server.mail.canMail(db)),
    save: async ({ db, user, input, reply }) =>
      saveOwnNotifications(db, user.id, input, await reply.server.mail.canMail(db)),
    reset: async ({ db, user, reply }) =>
      resetOwnNotifications(db, user.id, await reply.server.mail.canMail(db)),
  }),
  ...implement(
    'firm_notifications',
    firmNotifications,
  )({
    open: async ({ db, reply }) => getFirmNotifications(db, await reply.server.mail.canMail(db)),
    save: async ({ db, input, version, reply }) =>
      saveFirmNotifications(db, input, { version, canMail: await reply.server.mail.canMail(db) }),
  }),
];
