import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { ById, Instant, MinorUnits, PlainDate, Reference, Uuid, text } from '../../fields.ts';
import { exportFormat, listQuery, pageOf } from '../../lists.ts';
import { worklistFilter } from '../follow-up/worklist.ts';
import { ClientMail } from '../mails/client-mails.ts';
import { reminderChannels } from './reminder-levels.ts';
import { whyNot } from './why-not.ts';

/** The most rows of one preview, and reminders of one job. */
export const mostReminded = 500;
/** The most clients that can be chosen: an address, of the screen or of a file, holds no more. */
const mostChosen = 100;

const Totals = z.array(z.object({ currency: z.string(), amount: MinorUnits }));
const Level = z.object({ no: z.int(), name: z.string() });

/** What a client, or the payer of its group, would be sent by a billing entity now, or why nothing. */
export const ReminderPreview = z.object({
  client: Reference,
  entity: Reference,
  /** Null, with the next five, if nothing would be sent. */
  level: Level.nullable(),
  channel: z.enum(reminderChannels).nullable(),
  /** Of a mail. */
  sentTo: z.array(z.string()),
  copiedTo: z.array(z.string()),
  subject: z.string().nullable(),
  totals: Totals,
  why: z.enum(whyNot).nullable(),
});
export type ReminderPreview = z.infer<typeof ReminderPreview>;

/** A reminder as it was given. */
export const Reminder = z.object({
  id: Uuid,
  client: Reference,
  entity: Reference,
  level: Level,
  channel: z.enum(reminderChannels),
  day: PlainDate,
  at: Instant,
  by: z.string().nullable(),
  totals: Totals,
  /** The mail, if it was one. */
  mail: ClientMail.pick({ id: true, sentTo: true, copiedTo: true, status: true, refused: true }).nullable(),
});
export type Reminder = z.infer<typeof Reminder>;

const allow = 'followup.follow_up';
const one = { clientId: Uuid, entityId: Uuid };

export const reminders = {
  /** The reminders that were given, latest first. */
  list: endpoint({
    method: 'GET',
    path: '/reminders',
    allow,
    input: listQuery(['-day', 'day'], {
      clientId: Uuid,
      entityId: Uuid,
      from: PlainDate,
      to: PlainDate,
    }).omit({ q: true }),
    output: pageOf(Reminder),
  }),
  /** For the dashboard: what was given today, in the zone of each billing entity, and what the runs propose. */
  today: endpoint({
    method: 'GET',
    path: '/reminders/today',
    allow,
    input: z.object({}),
    output: z.object({
      given: z.int(),
      byChannel: z.record(z.enum(reminderChannels), z.int()),
      proposed: z.int(),
    }),
  }),
  /**
   * What each of these clients would be sent, by each billing entity that it owes. Without ids, every client in the caller's scope
   * that owes something due and meets the search and the filter of the worklist; `isMore` if there are more of them.
   */
  preview: endpoint({
    method: 'POST',
    path: '/reminders/preview',
    allow,
    reads: true,
    input: z.object({
      clientIds: z.array(Uuid).min(1).max(mostChosen).optional(),
      q: text(200).optional(),
      filter: z.strictObject(worklistFilter).partial().default({}),
    }),
    output: z.object({ rows: z.array(ReminderPreview), canMail: z.boolean(), isMore: z.boolean() }),
  }),
  /** The preview as a file, with all rows. Without ids, every client, as `preview`. */
  exportPreview: endpoint({
    method: 'GET',
    path: '/reminders/preview/export',
    allow,
    file: true,
    input: z.object({
      q: text(200).optional(),
      filter: z
        .strictObject({
          ...worklistFilter,
          // A single id arrives without an array.
          clientId: z.union([Uuid.transform((id) => [id]), z.array(Uuid).min(1).max(mostChosen)]),
        })
        .partial()
        .default({}),
      format: exportFormat,
    }),
    output: fileOutput,
  }),
  /** The text of one reminder as it would be sent now. `html` loads nothing, and is shown in a sandboxed frame. */
  read: endpoint({
    method: 'GET',
    path: '/reminders/draft',
    allow,
    input: z.object(one),
    output: ReminderPreview.extend({ body: z.string().nullable(), html: z.string().nullable() }),
  }),
  /** Gives one reminder now, also on a day off. Refuses REMINDER_NOT_DUE. */
  send: endpoint({ method: 'POST', path: '/reminders', allow, input: z.object(one), output: Reminder }),
  /** Gives many reminders in the background, in this order, each as `send` does. Answers the id of the job. */
  start: endpoint({
    method: 'POST',
    path: '/reminders/jobs',
    allow,
    input: z.object({ items: z.array(z.strictObject(one)).min(1).max(mostReminded) }),
    output: z.object({ id: Uuid }),
  }),
  /** The letter to print. */
  letter: endpoint({
    method: 'GET',
    path: '/reminders/:id/letter',
    allow,
    file: true,
    input: ById,
    output: fileOutput,
  }),
};
