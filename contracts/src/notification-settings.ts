import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Version } from './fields.ts';
import { notificationKinds } from './notifications.ts';
import type { NotificationKind } from './notifications.ts';
import { isTimezone } from './settings/billing-entities/timezones.ts';
import { settingEndpoints } from './usual-endpoints.ts';

/** Whether an event is mailed: not at all, at once, or with others in the mail of the day. */
export const notificationMails = ['none', 'now', 'daily'] as const;
export type NotificationMail = (typeof notificationMails)[number];

const NotificationChoice = z.strictObject({
  /** Under the bell. */
  bell: z.boolean(),
  mail: z.enum(notificationMails),
});
export type NotificationChoice = z.infer<typeof NotificationChoice>;

/** How an event is notified that nobody has chosen for. */
export const usualChoice: NotificationChoice = { bell: true, mail: 'none' };

/** The events in the order in which the screens show them. */
export const notificationGroups = {
  tasks: [
    'task_assigned',
    'task_to_review',
    'task_sent_back',
    'task_mentioned',
    'week_to_approve',
    'week_approved',
    'week_returned',
  ],
  enquiries: [
    'enquiry_assigned',
    'enquiry_continued',
    'enquiries_handed_over',
    'enquiries_assigned',
    'enquiries_imported',
    'enquiry_import_undone',
  ],
  clients: [
    'client_assigned',
    'clients_handed_over',
    'clients_assigned',
    'document_expiring',
    'clients_changed',
    'clients_imported',
    'client_import_undone',
  ],
  billing: [
    'invoice_to_approve',
    'invoice_approved',
    'invoice_sent_back',
    'mail_failed',
    'series_failed',
    'series_missed',
    'credit_limit_reached',
    'prices_raised',
    'invoices_issued',
    'invoices_sent',
    'invoices_collected',
    'openings_imported',
    'opening_import_undone',
  ],
  receivables: [
    'follow_up_handed_on',
    'promise_broken',
    'promise_kept',
    'promise_settled',
    'promise_open',
    'promise_superseded',
    'promise_withdrawn',
    'reminders_sent',
    'statements_sent',
    'statements_paused',
    'certificate_requests_sent',
  ],
  expenses: [
    'expense_to_approve',
    'expense_approved',
    'expense_rejected',
    'expense_reimbursed',
    'expenses_reimbursed',
    'expense_reversed',
    'staff_advance_given',
    'cash_offered',
    'cash_confirmed',
    'cash_unconfirmed',
  ],
  firm: ['rights_changed', 'handed_over', 'books_wrong', 'backup_failed', 'backup_overdue'],
} as const satisfies Record<string, readonly NotificationKind[]>;
export type NotificationGroup = keyof typeof notificationGroups;

const ofEachEvent = <Choice extends z.ZodType>(choice: Choice) =>
  Object.fromEntries(notificationKinds.map((kind) => [kind, choice])) as Record<NotificationKind, Choice>;

const choices = z.strictObject(ofEachEvent(NotificationChoice));
/** An older page does not know every event; one that is left out is notified as before. */
const someChoices = z.strictObject(ofEachEvent(NotificationChoice.optional()));

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

const hours = {
  /** Null for the zone of the firm. */
  timezone: z.string().nullable(),
  /** Mails wait from the one time to the other. Both or none. */
  quietFrom: TimeOfDay.nullable(),
  quietTo: TimeOfDay.nullable(),
  /** When the mail of the day goes out. */
  digestAt: TimeOfDay,
};

const input = {
  choices: someChoices,
  timezone: nullable(z.string().refine(isTimezone, 'NOT_A_CHOICE')),
  quietFrom: nullable(TimeOfDay),
  quietTo: nullable(TimeOfDay),
  digestAt: TimeOfDay,
};

const settings = {
  choices,
  ...hours,
  /** The zone that applies while `timezone` is null. */
  usualTimezone: z.string(),
  /** Without a mail server, what should be mailed comes under the bell. */
  canMail: z.boolean(),
};

export const OwnNotifications = z.object({
  ...settings,
  /** Whether the person has chosen anything; otherwise these are the choices of the firm. */
  isOwn: z.boolean(),
});
export type OwnNotifications = z.infer<typeof OwnNotifications>;

export const FirmNotifications = z.object({ ...settings, version: Version });
export type FirmNotifications = z.infer<typeof FirmNotifications>;

/** What a person has chosen for themselves. An event that is notified as the firm says also follows later changes by the firm. */
export const ownNotifications = {
  open: endpoint({
    method: 'GET',
    path: '/notifications/settings',
    allow: 'signedIn',
    input: z.object({}),
    output: OwnNotifications,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/notifications/settings',
    allow: 'signedIn',
    input: z.object(input),
    output: OwnNotifications,
  }),
  /** Gives up what the person has chosen. */
  reset: endpoint({
    method: 'DELETE',
    path: '/notifications/settings',
    allow: 'signedIn',
    input: z.object({}),
    output: OwnNotifications,
  }),
};

/** What applies to everybody who has not chosen otherwise. */
export const firmNotifications = {
  ...settingEndpoints(
    '/settings/notifications',
    { read: 'setting', save: 'setting' },
    { input: z.object(input), output: FirmNotifications },
  ),
};
