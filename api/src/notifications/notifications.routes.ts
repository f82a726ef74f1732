import type { FastifyReply } from 'fastify';
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

const canMail = (reply: FastifyReply): boolean => reply.server.linkDelivery.mails;

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
    open: ({ db, user, reply }) => getOwnNotifications(db, user.id, canMail(reply)),
    save: ({ db, user, input, reply }) => saveOwnNotifications(db, user.id, input, canMail(reply)),
    reset: ({ db, user, reply }) => resetOwnNotifications(db, user.id, canMail(reply)),
  }),
  ...implement(
    'firm_notifications',
    firmNotifications,
  )({
    open: ({ db, reply }) => getFirmNotifications(db, canMail(reply)),
    save: ({ db, input, version, reply }) =>
      saveFirmNotifications(db, input, { version, canMail: canMail(reply) }),
  }),
];
