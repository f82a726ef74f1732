import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { HistoryKind } from '@daybook/contracts/receivables/follow-up/follow-up-history';
import type { CurrentUser } from '../../auth/current-user.ts';
import { inScope } from '../../scope.ts';
import { followUpJson } from './follow-up.queries.ts';

/** The clients of the page, and the parts of an event that its kind has; the others are null. */
interface Parts {
  kind: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  on: RawBuilder<unknown>;
  clientId: RawBuilder<unknown>;
  authorId: RawBuilder<unknown>;
  /** What only this kind has, as JSON. */
  details?: RawBuilder<unknown>;
  note?: RawBuilder<unknown>;
  currency?: RawBuilder<unknown>;
  amount?: RawBuilder<unknown>;
  document?: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
}

const ofAsked = (column: string) => sql`${sql.ref(column)} in (select id from asked)`;
const document = (kind: string, id: string, label: string) =>
  sql`jsonb_build_object('kind', ${sql.lit(kind)}, 'id', ${sql.ref(id)}, 'label', ${sql.ref(label)})`;
const day = (
  instant: string,
  client: string,
) => sql`(${sql.ref(instant)} at time zone coalesce((select timezone
  from client zoned join billing_entity on billing_entity.id = zoned.default_entity_id where zoned.id = ${sql.ref(client)}), 'UTC'))::date`;

const kind = (name: HistoryKind) => sql`${sql.lit(name)}::text`;

const followUp: Parts = {
  kind: kind('follow_up'),
  id: sql`log.id::text`,
  at: sql`log.happened_at`,
  on: day('log.happened_at', 'log.client_id'),
  clientId: sql`log.client_id`,
  authorId: sql`log.created_by`,
  details: sql`jsonb_build_object('followUp', ${followUpJson},
    'isCorrected', exists (select from follow_up later where later.corrects_id = log.id))`,
  from: sql`follow_up log left join app_user author on author.id = log.created_by where ${ofAsked('log.client_id')}`,
};

const promise: Parts = {
  kind: kind('promise'),
  id: sql`promise.id || '.' || change.n`,
  at: sql`change.created_at`,
  on: sql`change.changed_on`,
  clientId: sql`promise.client_id`,
  authorId: sql`change.created_by`,
  details: sql`jsonb_build_object('promise', jsonb_build_object('id', promise.id, 'state', change.state,
    'dueOn', case when change.state in ('open', 'superseded', 'withdrawn')
      then (select max(due_on) from promise_instalment part where part.promise_id = promise.id) else promise.due_on end,
    'paidLateOn', case when change.n = promise.changes then promise.paid_late_on end))`,
  note: sql`coalesce(change.note, case change.n when 1 then promise.note end)`,
  currency: sql`promise.currency`,
  amount: sql`promise.amount`,
  from: sql`promise join promise_change change on change.promise_id = promise.id where ${ofAsked('promise.client_id')}`,
};

const disputeFrom = sql`invoice_state invoice join dispute on dispute.invoice_id = invoice.invoice_id`;
const disputed = {
  kind: kind('dispute'),
  clientId: sql`invoice.client_id`,
  currency: sql`invoice.currency`,
  amount: sql`coalesce(dispute.amount, invoice.payable)`,
  document: document('invoice', 'invoice.invoice_id', 'invoice.number'),
};

const disputeBegun: Parts = {
  ...disputed,
  id: sql`dispute.id || '.1'`,
  at: sql`dispute.created_at`,
  on: sql`dispute.from_on`,
  authorId: sql`dispute.created_by`,
  details: sql`jsonb_build_object('dispute', jsonb_build_object('id', dispute.id, 'isOver', false))`,
  note: sql`dispute.reason`,
  from: sql`${disputeFrom} where ${ofAsked('invoice.client_id')}`,
};

const disputeOver: Parts = {
  ...disputed,
  id: sql`dispute.id || '.2'`,
  at: sql`dispute.ended_at`,
  on: sql`dispute.to_on`,
  authorId: sql`dispute.ended_by`,
  details: sql`jsonb_build_object('dispute', jsonb_build_object('id', dispute.id, 'isOver', true))`,
  note: sql`dispute.end_note`,
  from: sql`${disputeFrom} where ${ofAsked('invoice.client_id')} and dispute.to_on is not null`,
};

const step: Parts = {
  kind: sql`step.kind`,
  id: sql`step.id::text`,
  at: sql`step.created_at`,
  on: day('step.created_at', 'step.client_id'),
  clientId: sql`step.client_id`,
  authorId: sql`step.created_by`,
  details: sql`jsonb_build_object('responsible', (select jsonb_build_object('id', person.id, 'label', person.name)
      from app_user person where person.id = step.responsible_id),
    'pause', case when step.reminders is not null then jsonb_build_object('mode', step.reminders,
      'until', step.reminders_paused_until) end)`,
  note: sql`step.note`,
  document: sql`(select jsonb_build_object('kind', 'invoice', 'id', invoice.invoice_id, 'label', invoice.number)
    from invoice_state invoice where invoice.invoice_id = step.invoice_id)`,
  from: sql`follow_up_step step where ${ofAsked('step.client_id')}`,
};

const received: Parts = {
  kind: kind('receipt'),
  id: sql`receipt.id || '.1'`,
  at: sql`receipt.created_at`,
  on: sql`receipt.receipt_date`,
  clientId: sql`receipt.client_id`,
  authorId: sql`receipt.created_by`,
  currency: sql`receipt.currency`,
  amount: sql`(receipt.amount + receipt.withheld + receipt.bank_charge)::bigint`,
  document: document('receipt', 'receipt.id', 'receipt.number'),
  from: sql`receipt where ${ofAsked('receipt.client_id')}`,
};

const reversed: Parts = {
  ...received,
  kind: kind('receipt_reversed'),
  id: sql`receipt.id || '.2'`,
  at: sql`state.reversed_at`,
  on: sql`state.reversed_on`,
  authorId: sql`state.reversed_by`,
  note: sql`state.reversal_reason`,
  from: sql`receipt join receipt_state state on state.receipt_id = receipt.id
    where ${ofAsked('receipt.client_id')} and state.status <> 'posted'`,
};

const credited: Parts = {
  kind: kind('credit_note'),
  id: sql`note.id::text`,
  at: sql`note.issued_at`,
  on: sql`note.issue_date`,
  clientId: sql`note.client_id`,
  authorId: sql`note.issued_by`,
  currency: sql`note.currency`,
  amount: sql`note.total`,
  document: document('credit_note', 'note.id', 'note.number'),
  from: sql`credit_note note where ${ofAsked('note.client_id')} and note.issued_at is not null`,
};

const writtenOff: Parts = {
  kind: kind('write_off'),
  id: sql`write_off.id || '.1'`,
  at: sql`write_off.created_at`,
  on: sql`write_off.written_off_on`,
  clientId: sql`invoice.client_id`,
  authorId: sql`write_off.created_by`,
  note: sql`write_off.reason`,
  currency: sql`invoice.currency`,
  amount: sql`write_off.amount`,
  document: document('invoice', 'invoice.invoice_id', 'invoice.number'),
  from: sql`invoice_state invoice join write_off on write_off.invoice_id = invoice.invoice_id
    where ${ofAsked('invoice.client_id')}`,
};

const takenBack: Parts = {
  ...writtenOff,
  kind: kind('write_off_back'),
  id: sql`write_off.id || '.2'`,
  at: sql`write_off.reversed_at`,
  on: sql`write_off.reversed_on`,
  authorId: sql`write_off.reversed_by`,
  from: sql`${writtenOff.from} and write_off.reversed_at is not null`,
};

const reminded = (user: CurrentUser): Parts => ({
  kind: kind('reminder'),
  id: sql`reminder.id::text`,
  at: sql`reminder.created_at`,
  on: sql`reminder.day`,
  clientId: sql`reminder.client_id`,
  authorId: sql`reminder.created_by`,
  note: sql`(select name from reminder_level level where level.entity_id = reminder.entity_id and level.no = reminder.level)`,
  document: sql`case when reminder.letter is not null then ${document('reminder', 'reminder.id', 'reminder.day')}
    else (select ${document('client_mail', 'mail.id', 'mail.subject')} from client_mail mail where mail.id = reminder.mail_id) end`,
  from: sql`reminder where ${ofAsked('reminder.client_id')}
    and ${inScope.reminder(user, sql.ref('reminder.clientId'), sql.ref('reminder.otherClientIds'))}`,
});

/** The other mails to a client are kinds of their own. */
const mailed: Parts = {
  kind: sql`mail.kind`,
  id: sql`mail.id::text`,
  at: sql`mail.created_at`,
  on: sql`mail.day`,
  clientId: sql`mail.client_id`,
  authorId: sql`mail.created_by`,
  document: document('client_mail', 'mail.id', 'mail.subject'),
  from: sql`client_mail mail where ${ofAsked('mail.client_id')} and mail.kind <> 'reminder'`,
};

/** Where the events of each kind are. Of reminders that name several clients, only those of which the person sees all clients. */
export const historySources = (
  user: CurrentUser,
): readonly { kinds: readonly HistoryKind[]; parts: Parts }[] => [
  { kinds: ['follow_up'], parts: followUp },
  { kinds: ['promise'], parts: promise },
  { kinds: ['dispute'], parts: disputeBegun },
  { kinds: ['dispute'], parts: disputeOver },
  { kinds: ['hand_on', 'pause'], parts: step },
  { kinds: ['reminder'], parts: reminded(user) },
  { kinds: ['statement', 'certificate_request', 'price_rise'], parts: mailed },
  { kinds: ['receipt'], parts: received },
  { kinds: ['receipt_reversed'], parts: reversed },
  { kinds: ['credit_note'], parts: credited },
  { kinds: ['write_off'], parts: writtenOff },
  { kinds: ['write_off_back'], parts: takenBack },
];

/** The events of a source, of the clients in `asked`. */
export const eventsOf = ({ details, note, currency, amount, document: record, ...parts }: Parts) => sql`
  select ${parts.kind} as kind, ${parts.id} as id, ${parts.at} as at, ${parts.on} as "on", ${parts.clientId} as client_id,
    ${parts.authorId} as author_id, ${details ?? sql`'{}'::jsonb`} as details, ${note ?? sql`null::text`} as note,
    ${currency ?? sql`null::text`}::text as currency, ${amount ?? sql`null`}::bigint as amount, ${record ?? sql`null`}::jsonb as document
  from ${parts.from}`;
