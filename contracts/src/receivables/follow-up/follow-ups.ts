import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import {
  ById,
  Instant,
  MinorUnits,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { Reminders, reminderFields } from '../../reminders.ts';
import { Promised, promiseFields } from './promises.ts';

export const followUpChannels = ['call', 'email', 'sms', 'whatsapp', 'visit', 'letter'] as const;
export const followUpOutcomes = [
  'no_answer',
  'promised',
  'dispute',
  'paid',
  'wrong_person',
  'other',
] as const;

/** Nobody was reached, or a promise says by its amount and date what was said; anything else needs a note. */
export const needsNote = (outcome: (typeof followUpOutcomes)[number]): boolean =>
  outcome !== 'no_answer' && outcome !== 'promised';

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** One logged contact with a client. It never changes: a correction is a new one that names it. */
export const FollowUp = z.object({
  id: Uuid,
  at: Instant,
  by: Reference.nullable(),
  channel: z.enum(followUpChannels),
  outcome: z.enum(followUpOutcomes),
  /** The name of the person who was reached. */
  person: z.string().nullable(),
  note: z.string().nullable(),
  /** The day of the next action that was planned with it. */
  nextOn: PlainDate.nullable(),
});
export type FollowUp = z.infer<typeof FollowUp>;

/** What a client, or with a payer its group, owes in one currency. */
export const OwedAmounts = z.object({
  currency: z.string(),
  outstanding: MinorUnits,
  overdue: MinorUnits,
  /** The part of `outstanding` that is disputed. */
  disputed: MinorUnits,
  /** Money received, and credit notes, that settle nothing yet. */
  unapplied: MinorUnits,
  /** `outstanding` less `unapplied`. */
  balance: MinorUnits,
});
export type OwedAmounts = z.infer<typeof OwedAmounts>;

/** What the forms of a client need. */
export const FollowUpBasis = z.object({
  client: Reference,
  /** The clients that this one is asked for: itself, and for a payer the visible members of its group. */
  clients: z.array(Reference),
  responsible: Reference,
  /** True if the follow-up was handed on; otherwise the relationship manager is responsible. */
  isHandedOn: z.boolean(),
  nextOn: PlainDate.nullable(),
  reminders: Reminders,
  /** Pauses that apply to the reminders of one billing entity. */
  entityReminders: z.array(Reminders.extend({ entity: Reference })),
  contacts: z.array(
    z.object({
      id: Uuid,
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    }),
  ),
  owed: z.array(OwedAmounts),
  /** The open invoices, oldest first, at most 200. */
  invoices: z.array(
    z.object({
      id: Uuid,
      number: z.string(),
      client: Reference,
      entity: Reference,
      currency: z.string(),
      dueOn: PlainDate,
      outstanding: MinorUnits,
      disputed: MinorUnits,
      /** Its live dispute. */
      disputeId: Uuid.nullable(),
      reminders: Reminders,
    }),
  ),
  promises: z.array(Promised),
  lastFollowUp: FollowUp.nullable(),
  /** Today in the zone of the client's usual billing entity: no date may be before it. */
  today: PlainDate,
});
export type FollowUpBasis = z.infer<typeof FollowUpBasis>;

const allow = 'followup.follow_up';

/** Paths name the client: its follow-ups are one log, with one next action and one person responsible. */
export const followUps = {
  basis: endpoint({
    method: 'GET',
    path: '/follow-ups/clients/:id',
    allow,
    input: ById,
    output: FollowUpBasis,
  }),
  /** Logs a contact. With the outcome `promised`, the promise comes in the same request. */
  log: endpoint({
    method: 'POST',
    path: '/follow-ups',
    allow,
    input: z.object({
      id: OwnId,
      clientId: Uuid,
      channel: z.enum(followUpChannels),
      outcome: z.enum(followUpOutcomes),
      /** When it was; now if absent. */
      at: absent(Instant),
      contactId: absent(Uuid),
      /** Required unless there was no answer. */
      note: optionalText(2000),
      /** Replaces the client's next action; absent, there is none from now on. */
      nextOn: absent(PlainDate),
      /** The follow-up that this one corrects; it then counts no longer. */
      correctsId: absent(Uuid),
      promise: absent(z.strictObject(promiseFields)),
    }),
    output: FollowUpBasis,
  }),
  /** Hands the follow-up on to a person who sees the client; null returns it to the relationship manager. */
  handOn: endpoint({
    method: 'POST',
    path: '/follow-ups/clients/:id/hand-on',
    allow,
    input: ById.extend({ toId: Uuid.nullable(), note: optionalText(500) }),
    output: FollowUpBasis,
  }),
  /** People to whom the follow-up may be handed on: active staff who see the client. */
  receivers: endpoint({
    method: 'GET',
    path: '/follow-ups/clients/:id/receivers',
    allow,
    input: ById,
    output: z.array(Reference),
  }),
  /**
   * Pauses or resumes reminders to the client, only those of a billing entity, or only those for one invoice. Who may edit
   * the client or the invoice can do so there as well.
   */
  pause: endpoint({
    method: 'POST',
    path: '/follow-ups/clients/:id/pause',
    allow,
    input: ById.extend({
      entityId: absent(Uuid),
      invoiceId: absent(Uuid),
      ...reminderFields,
      note: optionalText(500),
    }),
    output: FollowUpBasis,
  }),
};

export const disputes = {
  /** Disputes an open invoice, or an amount of it. */
  create: endpoint({
    method: 'POST',
    path: '/disputes',
    allow,
    input: z.object({
      id: OwnId,
      invoiceId: Uuid,
      /** The whole invoice if absent. */
      amount: absent(MinorUnits.min(1)),
      reason: requiredText(500),
      /** The day of the dispute; today if absent. */
      fromOn: absent(PlainDate),
    }),
    output: FollowUpBasis,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/disputes/:id/take-back',
    allow,
    input: ById.extend({ note: requiredText(500) }),
    output: FollowUpBasis,
  }),
};
