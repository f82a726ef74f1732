import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fileOutput } from './file-output.ts';
import { kindsWith } from './entities.ts';
import { Instant, Uuid } from './fields.ts';

/** The kinds of notification. The host has a text for each under `notification.<kind>`, filled from the params. */
export const notificationKinds = [
  'task_assigned',
  'task_to_review',
  'task_sent_back',
  'task_mentioned',
  'week_to_approve',
  'week_approved',
  'week_returned',
  'enquiry_assigned',
  'enquiry_continued',
  'enquiries_handed_over',
  'client_assigned',
  'clients_handed_over',
  'clients_changed',
  'document_expiring',
  'rights_changed',
  'handed_over',
  'mail_failed',
  'invoice_to_approve',
  'invoice_approved',
  'invoice_sent_back',
  'books_wrong',
  'backup_failed',
  'backup_overdue',
  'expense_to_approve',
  'expense_approved',
  'expense_rejected',
  'expense_reimbursed',
  'expense_reversed',
  'expenses_reimbursed',
  'staff_advance_given',
  'cash_offered',
  'cash_confirmed',
  'cash_unconfirmed',
  'invoices_issued',
  'invoices_sent',
  'reminders_sent',
  'statements_sent',
  'statements_paused',
  'certificate_requests_sent',
  'invoices_collected',
  'clients_imported',
  'client_import_undone',
  'clients_assigned',
  'enquiries_imported',
  'enquiry_import_undone',
  'enquiries_assigned',
  'openings_imported',
  'opening_import_undone',
  'prices_raised',
  'series_failed',
  'series_missed',
  'credit_limit_reached',
  'follow_up_handed_on',
  'promise_open',
  'promise_kept',
  'promise_broken',
  'promise_settled',
  'promise_superseded',
  'promise_withdrawn',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const Notification = z.object({
  id: Uuid,
  kind: z.enum(notificationKinds),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The record that the notification opens. */
  record: z.object({ kind: z.enum(kindsWith('record')), id: Uuid }).nullable(),
  at: Instant,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

/** The events of an open tab's stream: a new notification, or a change of the person's permissions. */
export const liveEvents = ['notification', 'rights'] as const;
export type LiveEvent = (typeof liveEvents)[number];

export const notifications = {
  /** The notifications, newest first, twenty at a time; `before` is the id of the last notification shown. */
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    allow: 'signedIn',
    input: z.object({ before: Uuid.optional() }),
    output: z.object({ rows: z.array(Notification), hasMore: z.boolean() }),
  }),
  /** The number of unread notifications, counted up to 100. */
  unread: endpoint({
    method: 'GET',
    path: '/notifications/unread',
    allow: 'signedIn',
    passive: true,
    input: z.object({}),
    output: z.object({ count: z.int() }),
  }),
  /** Marks a notification as read, or all of them if no id is given. */
  markRead: endpoint({
    method: 'POST',
    path: '/notifications/read',
    allow: 'signedIn',
    input: z.object({ id: Uuid.optional() }),
    output: z.object({ read: z.int() }),
  }),
  /**
   * Server-sent events, read with fetch so that the token stays in the header (docs/rules.md#live-updates). `event` is
   * one of `liveEvents`, and a heartbeat comes every 20 s. The stream does not count as activity.
   */
  stream: endpoint({
    method: 'GET',
    path: '/events',
    allow: 'signedIn',
    passive: true,
    file: true,
    input: z.object({}),
    output: fileOutput,
  }),
};
