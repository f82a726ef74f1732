import { z } from 'zod';
import { endpoint, forAdmins } from '../endpoint.ts';
import { entities } from '../entities.ts';
import type { EntityKind } from '../entities.ts';
import { Instant, PlainDate, Reference, Uuid } from '../fields.ts';
import { HistoryValue } from '../history.ts';
import { ListTotal, listQuery } from '../lists.ts';
import { listEndpoints } from '../usual-endpoints.ts';

/** What was done, by kind. `opened` is a record of which every opening is on record; `exported` is a file of many records. */
export const auditActs = [
  'created',
  'changed',
  'removed',
  'permissions',
  'opened',
  'exported',
  'erased',
  'refused',
  'signedIn',
  'signInFailed',
] as const;
export type AuditAct = (typeof auditActs)[number];

/** The kinds of records that the log speaks of, as people name them; a part of a record counts as the record. */
export const auditKinds = [
  'client',
  'client_group',
  'contact',
  'client_document',
  'enquiry',
  'enquiry_choice',
  'task',
  'time_entry',
  'task_category',
  'recurring_task_category',
  'package',
  'subscription',
  'price_rise',
  'series',
  'invoice',
  'proforma',
  'receipt',
  'postdated_cheque',
  'credit_note',
  'expense',
  'expense_category',
  'ledger_account',
  'manual_journal',
  'pending_item',
  'staff_voucher',
  'opening_balance',
  'withholding_entry',
  'tax_register',
  'follow_up',
  'reminder',
  'statement_schedule',
  'billing_entity',
  'department',
  'service',
  'tax_code',
  'withholding_code',
  'exchange_rate',
  'charge_rate',
  'cost_rate',
  'holiday_calendar',
  'period_lock',
  'saved_view',
  'person',
  'sign_in_policy',
  'notification_setting',
  'mail_setting',
  'firm',
  'file',
  'import',
  'job',
  'book_check',
  'backup',
  'installation',
  'export',
  'refusal',
  'sign_in',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The address of a record's screen is made from its kind and id. */
const EntityName = z.enum(Object.keys(entities) as [EntityKind, ...EntityKind[]]);

export const AuditRecord = z.object({
  id: Uuid,
  /** Its number or name; null if it has none or is gone. */
  label: z.string().nullable(),
  /** The kind whose screen opens it; null if it has no screen. */
  opens: EntityName.nullable(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** All that one command wrote to one record. */
export const AuditRow = z.object({
  /** A number; that of a sign-in is negative. */
  id: z.string(),
  at: Instant,
  /** Null for what Daybook does by itself, and for a sign-in under an unknown name. */
  by: Reference.nullable(),
  /** The network address of the request; null if there was none. */
  address: z.string().nullable(),
  act: z.enum(auditActs),
  /** What was called, such as `invoices.issue`; the outcome of a sign-in. */
  action: z.string(),
  kind: z.enum(auditKinds),
  record: AuditRecord.nullable(),
  /** The names of the written fields in the reader's language. */
  fields: z.array(z.string()),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** Values of the log are those of a history, and instants. */
export const AuditValue = z.discriminatedUnion('as', [
  ...HistoryValue.options,
  z.object({ as: z.literal('instant'), at: Instant }),
]);
export type AuditValue = z.infer<typeof AuditValue>;

/** `before` or `after` is null if the field was or is empty. */
export const AuditChange = z.object({
  /** In the reader's language. */
  label: z.string(),
  before: AuditValue.nullable(),
  after: AuditValue.nullable(),
});
export type AuditChange = z.infer<typeof AuditChange>;

export const AuditEntry = AuditRow.extend({
  requestId: z.string().nullable(),
  /** The browser of a sign-in. */
  userAgent: z.string().nullable(),
  changes: z.array(AuditChange),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A row of the chain that is not as it was sealed (docs/rules.md#audit-log). */
const AuditFinding = z.object({
  seq: z.int(),
  eventId: z.int(),
  /** `cut` and `rewritten`: the chain does not lead to the head that was kept outside the database. */
  fault: z.enum(['altered', 'missing', 'order', 'cut', 'rewritten']),
});

/** A check of the whole chain that somebody asked for; it runs in the background. */
export const AuditCheck = z.object({
  askedAt: Instant,
  by: z.string().nullable(),
  /** `failed`: it was interrupted repeatedly. */
  status: z.enum(['running', 'done', 'failed']),
  endedAt: Instant.nullable(),
  sealed: z.int().nullable(),
  unsealed: z.int().nullable(),
  found: z.int().nullable(),
  /** The first hundred. */
  findings: z.array(AuditFinding),
});
export type AuditCheck = z.infer<typeof AuditCheck>;

/** Where the chain stands. Whoever keeps the head elsewhere can prove later that nothing before it was changed. */
export const AuditChain = z.object({
  sealed: z.int(),
  head: z.object({ hash: z.string(), at: Instant }).nullable(),
  /** Since when rows have waited too long for their seal; null if none has. */
  unsealedSince: Instant.nullable(),
  check: AuditCheck.nullable(),
});
export type AuditChain = z.infer<typeof AuditChain>;

const Query = listQuery(['-at', 'at'], {
  personId: Uuid,
  kind: z.enum(auditKinds),
  act: z.enum(auditActs),
  /** All that was written to one record and its parts; needs `kind`. */
  recordId: Uuid,
  from: PlainDate,
  to: PlainDate,
});

/** Who did what, when and from where, for the people who run the firm. `q` finds people and records by name or number. */
export const auditLog = {
  ...listEndpoints('/audit-log', forAdmins, { query: Query, row: AuditRow, total: ListTotal }),
  open: endpoint({
    method: 'GET',
    path: '/audit-log/:no',
    allow: forAdmins,
    input: z.object({
      no: z.coerce.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
    }),
    output: AuditEntry,
  }),
};

export const auditChain = {
  open: endpoint({
    method: 'GET',
    path: '/audit-chain',
    allow: forAdmins,
    input: z.object({}),
    output: AuditChain,
  }),
  /** If a check is already running, the answer is that one. */
  check: endpoint({
    method: 'POST',
    path: '/audit-chain/checks',
    allow: forAdmins,
    input: z.object({}),
    output: AuditCheck,
  }),
};
