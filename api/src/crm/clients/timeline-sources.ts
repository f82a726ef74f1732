import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { timelineKinds } from '@daybook/contracts/crm/clients/client-timeline';
import type { TimelineEvent, TimelineKind } from '@daybook/contracts/crm/clients/client-timeline';
import { guardedKinds } from '@daybook/contracts/crm/client-documents/client-documents';
import type { Permission } from '@daybook/contracts/permissions';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { isMailSeen } from '../../receivables/mails/client-mails.queries.ts';
import { inScope } from '../../scope.ts';
import { readableAt } from './client-levels.ts';
import { enquiriesOf } from './enquiries-of-client.ts';

interface Source {
  kind: TimelineKind;
  step: RawBuilder<unknown> | TimelineEvent['step'];
  id: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  authorId: RawBuilder<unknown>;
  label: RawBuilder<unknown>;
  amount?: RawBuilder<unknown>;
  currency?: RawBuilder<unknown>;
  /** The id of the record that opens, of the same kind unless `opens` names another. */
  recordId?: RawBuilder<unknown>;
  opens?: NonNullable<TimelineEvent['record']>['kind'];
  from: RawBuilder<unknown>;
  /** One of these permissions shows the event, unless those of its kind do. */
  shownTo?: readonly Permission[];
}

const created = (name: string) => ({
  at: sql.ref(`${name}.createdAt`),
  authorId: sql.ref(`${name}.createdBy`),
});

const ofClient = (id: string): readonly Source[] => [
  {
    kind: 'change',
    step: sql`case when event.body -> 'before' = '{}' then 'created'
      when event.body #>> '{after,status}' = 'inactive' then 'deactivated'
      when event.body #>> '{after,status}' = 'active' then 'reactivated' else 'edited' end`,
    id: sql`'change.' || event.id`,
    at: sql`event.at`,
    authorId: sql`event.actor_id`,
    label: sql`event.body #>> '{after,status_reason}'`,
    from: sql`audit_event event where event.entity = 'client' and event.entity_id = ${id}`,
  },
  {
    kind: 'file',
    step: 'created',
    id: sql`'file.' || file.id`,
    ...created('file'),
    label: sql`file.name`,
    from: sql`client_file file where file.client_id = ${id} and file.deleted_at is null`,
  },
  {
    kind: 'file',
    step: 'created',
    id: sql`'file.' || link.attachment_id`,
    ...created('link'),
    label: sql`file.name`,
    from: sql`document_attachment link join attachment file on file.id = link.attachment_id
      where link.enquiry_id in ${enquiriesOf(id)}`,
  },
  {
    kind: 'note',
    step: 'created',
    id: sql`'note.' || note.id`,
    ...created('note'),
    label: sql`note.body`,
    from: sql`enquiry_note note where note.enquiry_id in ${enquiriesOf(id)}`,
  },
  {
    kind: 'follow_up',
    step: 'logged',
    id: sql`'follow_up.' || log.id`,
    at: sql`log.happened_at`,
    authorId: sql`log.created_by`,
    label: sql`log.note`,
    // The record of follow-up is the client’s history.
    recordId: sql`log.client_id`,
    from: sql`follow_up log where log.client_id = ${id}`,
  },
];

/** Notes and documents that the person may read. */
const byLevel = (user: CurrentUser, id: string): readonly Source[] => {
  const level = (name: string) =>
    readableAt(user, {
      level: sql.ref(`${name}.level`),
      authorId: sql.ref(`${name}.createdBy`),
      crmId: sql.ref('client.crmId'),
    });
  return [
    {
      kind: 'note',
      step: 'created',
      id: sql`'note.' || note.id`,
      ...created('note'),
      label: sql`note.body`,
      from: sql`client_note note join client on client.id = note.client_id
        where note.client_id = ${id} and note.withdrawn_at is null and ${level('note')}`,
    },
    {
      kind: 'document',
      step: 'created',
      id: sql`'document.' || document.id`,
      ...created('document'),
      label: sql`concat_ws(' ', document.title,
        case when document.kind <> all (${[...guardedKinds]}::text[]) then document.number end)`,
      recordId: sql`document.id`,
      opens: 'client_document',
      from: sql`client_document document join client on client.id = document.client_id
        where document.client_id = ${id} and ${level('document')}`,
    },
  ];
};

const ofWork = (user: CurrentUser, id: string): readonly Source[] => [
  {
    kind: 'task',
    step: 'created',
    id: sql`'task.' || task.id`,
    ...created('task'),
    label: sql`task.no || ' ' || task.title`,
    recordId: sql`task.id`,
    from: sql`task where task.client_id = ${id} and task.deleted_at is null`,
  },
  {
    kind: 'task',
    step: 'completed',
    id: sql`'task.done.' || task.id`,
    at: sql`task.completed_at`,
    authorId: sql`task.completed_by`,
    label: sql`task.no || ' ' || task.title`,
    recordId: sql`task.id`,
    from: sql`task where task.client_id = ${id} and task.deleted_at is null and task.completed_at is not null`,
  },
  ...(['recurring_task', 'recurring_invoice'] as const).map((kind): Source => ({
    kind,
    step: 'created',
    id: sql`'series.' || series.id`,
    ...created('series'),
    label: sql`series.title`,
    recordId: sql`series.id`,
    from: sql`series where series.client_id = ${id} and series.kind = ${kind === 'recurring_task' ? 'task' : 'invoice'}`,
  })),
  {
    kind: 'enquiry',
    step: 'created',
    id: sql`'enquiry.' || enquiry.id`,
    ...created('enquiry'),
    label: sql`enquiry.no || ' ' || coalesce(enquiry.company, enquiry.name)`,
    recordId: sql`enquiry.id`,
    from: sql`enquiry where ${id}::uuid in (enquiry.converted_client_id, enquiry.referrer_client_id)
      and enquiry.deleted_at is null and ${inScope.enquiry(user, sql.ref('enquiry.ownerId'))}`,
  },
];

const issuedInvoice = {
  kind: 'invoice',
  label: sql`live.number`,
  amount: sql`invoice.payable`,
  currency: sql`invoice.currency`,
  recordId: sql`invoice.id`,
} as const;

const ofBilling = (id: string): readonly Source[] => [
  {
    ...issuedInvoice,
    step: 'issued',
    id: sql`'invoice.' || invoice.id`,
    at: sql`invoice.issued_at`,
    authorId: sql`invoice.issued_by`,
    from: sql`invoice join invoice_state live on live.invoice_id = invoice.id
      where live.client_id = ${id} and invoice.issued_at is not null and invoice.doc_kind <> 'opening_invoice'`,
  },
  {
    ...issuedInvoice,
    step: 'voided',
    id: sql`'invoice.void.' || invoice.id`,
    at: sql`live.voided_at`,
    authorId: sql`live.voided_by`,
    from: sql`invoice join invoice_state live on live.invoice_id = invoice.id
      where live.client_id = ${id} and live.voided_at is not null`,
  },
  {
    kind: 'proforma',
    step: 'issued',
    id: sql`'proforma.' || proforma.id`,
    ...created('proforma'),
    label: sql`proforma.number`,
    amount: sql`proforma.payable`,
    currency: sql`proforma.currency`,
    recordId: sql`proforma.id`,
    from: sql`proforma where proforma.client_id = ${id}`,
  },
];

const issuedCreditNote = {
  kind: 'credit_note' as const,
  label: sql`note.number`,
  amount: sql`note.total`,
  currency: sql`note.currency`,
  recordId: sql`note.id`,
};

/** Receipts, credit notes and what was paid back of them. */
const ofPayments = (id: string): readonly Source[] => [
  ...(['created', 'reversed'] as const).map((step): Source => ({
    kind: 'receipt',
    step,
    id: sql`${`receipt.${step}.`}::text || receipt.id`,
    at: step === 'created' ? sql`receipt.created_at` : sql`live.reversed_at`,
    authorId: step === 'created' ? sql`receipt.created_by` : sql`live.reversed_by`,
    label: sql`receipt.number`,
    amount: sql`receipt.amount`,
    currency: sql`receipt.currency`,
    recordId: sql`receipt.id`,
    from: sql`receipt join receipt_state live on live.receipt_id = receipt.id
        where receipt.client_id = ${id} and receipt.opening_on is null
          and ${step === 'created' ? sql`true` : sql`live.reversed_at is not null`}`,
  })),
  {
    kind: 'receipt',
    step: 'refunded',
    id: sql`'receipt.refund.' || refund.id`,
    ...created('refund'),
    label: sql`receipt.number`,
    amount: sql`refund.amount`,
    currency: sql`receipt.currency`,
    recordId: sql`receipt.id`,
    from: sql`receipt join receipt_refund refund on refund.receipt_id = receipt.id
      where receipt.client_id = ${id} and refund.reversed_at is null`,
  },
  {
    ...issuedCreditNote,
    step: 'issued',
    id: sql`'credit_note.' || note.id`,
    at: sql`note.issued_at`,
    authorId: sql`note.issued_by`,
    from: sql`credit_note note where note.client_id = ${id} and note.issued_at is not null`,
  },
  {
    ...issuedCreditNote,
    step: 'voided',
    id: sql`'credit_note.void.' || note.id`,
    at: sql`live.voided_at`,
    authorId: sql`live.voided_by`,
    from: sql`credit_note note join credit_note_state live on live.id = note.id
      where note.client_id = ${id} and live.voided_at is not null`,
  },
  {
    ...issuedCreditNote,
    step: 'refunded',
    id: sql`'credit_note.refund.' || refund.id`,
    ...created('refund'),
    amount: sql`refund.amount`,
    from: sql`credit_note note join credit_note_refund refund on refund.credit_note_id = note.id
      where note.client_id = ${id} and refund.reversed_at is null`,
  },
];

/** The mails of each kind of document, shown to who opens the document, and those to the client itself. */
const mails = (user: CurrentUser, id: string): readonly Source[] => [
  ...(['invoice', 'proforma', 'receipt', 'credit_note'] as const).map((document): Source => {
    const owner = document === 'invoice' ? 'invoice_state' : document;
    const own = document === 'invoice' ? 'document.invoice_id' : 'document.id';
    return {
      kind: 'mail',
      step: 'sent',
      id: sql`'mail.' || mail.id`,
      ...created('mail'),
      label: sql`mail.subject`,
      recordId: sql.ref(own),
      opens: document,
      shownTo: timelineKinds[document],
      from: sql`${sql.table(owner)} document join invoice_mail mail on ${sql.ref(`mail.${document}_id`)} = ${sql.ref(own)}
        where document.client_id = ${id}`,
    };
  }),
  {
    kind: 'mail',
    step: 'sent',
    id: sql`'mail.' || mail.id`,
    ...created('mail'),
    label: sql`mail.subject`,
    shownTo: ['followup.follow_up', 'reports.client_ledgers'],
    from: sql`client_mail mail where mail.client_id = ${id} and ${isMailSeen(user)}`,
  },
];

/** Where the events of a client are, for the kinds that are wanted and that the person may see. */
export const timelineSources = (
  user: CurrentUser,
  id: string,
  wanted: readonly TimelineKind[] | undefined,
): readonly Source[] =>
  [
    ...ofClient(id),
    ...byLevel(user, id),
    ...ofWork(user, id),
    ...ofBilling(id),
    ...ofPayments(id),
    ...mails(user, id),
  ].filter(
    ({ kind, shownTo = timelineKinds[kind] }) =>
      (wanted === undefined || wanted.includes(kind)) && holds(user, ...shownTo),
  );

/** The events of one source. */
export const eventsOf = ({ kind, step, recordId, opens, amount, currency, ...parts }: Source) => sql`
  select ${parts.id} as id, ${kind}::text as kind, ${typeof step === 'string' ? sql`${step}::text` : step} as step,
    ${parts.at} as at, ${parts.authorId} as author_id, nullif(${parts.label}, '') as label,
    ${amount ?? sql`null`}::bigint as amount, ${currency ?? sql`null`}::text as currency,
    ${recordId === undefined ? sql`null` : sql`jsonb_build_object('kind', ${opens ?? kind}::text, 'id', ${recordId})`}::jsonb as record
  from ${parts.from}`;
