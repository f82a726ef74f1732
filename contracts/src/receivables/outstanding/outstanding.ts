import { z } from 'zod';
import { asReports, endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { Instant, MinorUnits, PlainDate, Reference, Uuid, text } from '../../fields.ts';
import { ListTotal, listQuery, pageOf } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints } from '../../usual-endpoints.ts';
import { promiseStates } from '../follow-up/promises.ts';
import { mostBuckets } from './ageing-setting.ts';
import { openKinds } from './open-kinds.ts';

/** What a line of the report stands for. */
export const outstandingBy = ['client', 'group', 'crm', 'manager', 'department', 'entity'] as const;
export type OutstandingBy = (typeof outstandingBy)[number];

/** The date from which a document is aged. */
export const ageingBases = ['due', 'issue'] as const;

/** The amounts of a line or of a whole currency. `balance` is what is not due and all buckets, less what is unapplied. */
const amounts = {
  notDue: MinorUnits,
  /** One for each bucket of the firm, the longest overdue last. */
  buckets: z.array(MinorUnits),
  /** Advances and credit notes that settle nothing yet; positive. */
  unapplied: MinorUnits,
  balance: MinorUnits,
  /** All that was due before the day, whatever the basis of the buckets. */
  overdue: MinorUnits,
  /** The part of the balance that clients dispute; it stays in its buckets. */
  disputed: MinorUnits,
};

/** What one client, group, person, department or billing entity owes in one currency. */
export const OutstandingLine = z.object({
  id: z.string(),
  /** Null for what belongs to nobody: clients without a group or manager, lines without a department. */
  who: Reference.nullable(),
  currency: z.string(),
  clients: z.int(),
  ...amounts,
  /** Days since the oldest open document was due (or issued); null if nothing is owed. */
  oldestDays: z.int().nullable(),
  /** The date of the client's last receipt up to the day; null in lines that are not of one client. */
  lastReceiptOn: PlainDate.nullable(),
  /* The following are as they are now, whatever the day, and only in lines of one client. */
  /** Post-dated cheques that wait for their date; they settle nothing yet. */
  postdated: MinorUnits,
  /** What open promises of this currency leave to come in. */
  promised: MinorUnits,
  /** The latest promise of this currency that was neither superseded nor withdrawn. */
  promise: z.object({ state: z.enum(promiseStates), dueOn: PlainDate }).nullable(),
  lastContactAt: Instant.nullable(),
  /** The level of reminder that is to be sent next. */
  levelDue: z.object({ no: z.int(), name: z.string() }).nullable(),
});
export type OutstandingLine = z.infer<typeof OutstandingLine>;

/** The lines of a currency added up. */
const OutstandingSection = z.object({
  currency: z.string(),
  lines: z.int(),
  ...amounts,
  /** What falls due from the day to the end of its month. */
  dueThisMonth: MinorUnits,
  /** The balance in the base currency at the day's rate; null without a rate, or if the firm has several base currencies. */
  estimate: z.object({ currency: z.string(), balance: MinorUnits, rateOn: PlainDate }).nullable(),
});
export type OutstandingSection = z.infer<typeof OutstandingSection>;

const filter = {
  /** Absent: today. */
  asOf: PlainDate,
  basis: z.enum(ageingBases),
  by: z.enum(outstandingBy),
  entityId: Uuid,
  currency: CurrencyCode,
  clientId: Uuid,
  groupId: Uuid,
  crmId: Uuid,
  managerId: Uuid,
  departmentId: Uuid,
  tag: text(40),
  /** Without clients that are inactive. */
  active: z.stringbool(),
  /** Only clients with an open promise. */
  promised: z.stringbool(),
  /* The following choose among the lines, and leave their amounts whole. */
  /** Lines whose balance is at least this amount, in minor units. */
  minimum: z.coerce.number().int().min(0),
  overdue: z.stringbool(),
  /** Lines with something that is older than so many days. */
  overDays: z.coerce.number().int().min(0).max(36_500),
  /** Lines with something in this bucket; 0 is not due. */
  bucket: z.coerce.number().int().min(0).max(mostBuckets),
  unapplied: z.stringbool(),
  disputed: z.stringbool(),
};

/** The lines of a currency stand together, in the order asked for. */
export const OutstandingQuery = listQuery(
  ['name', '-name', '-balance', 'balance', '-overdue', 'overdue', '-oldest', 'oldest'],
  filter,
);

export const OutstandingTotal = ListTotal.extend({
  asOf: PlainDate,
  /** The last day of each bucket but the last one. */
  bounds: z.array(z.int()),
  sections: z.array(OutstandingSection),
});
export type OutstandingTotal = z.infer<typeof OutstandingTotal>;

/** A document, or a row of an invoice with several due dates, as it was open on the day. */
export const OpenDocument = z.object({
  id: z.string(),
  kind: z.enum(openKinds),
  document: Reference,
  client: Reference,
  entity: Reference,
  currency: z.string(),
  issuedOn: PlainDate,
  dueOn: PlainDate.nullable(),
  /** Days since it was due (or issued); null for a credit. */
  days: z.int().nullable(),
  /** The bucket, 0 for what is not due; null for a credit. */
  bucket: z.int().nullable(),
  /** The amount of the whole document. */
  total: MinorUnits,
  /** Negative for a credit. */
  open: MinorUnits,
  disputed: MinorUnits,
});
export type OpenDocument = z.infer<typeof OpenDocument>;

/** The documents of a line: the filters of the report, and whose line it is. Without `whoId`, those of all lines. */
export const OpenDocumentsQuery = listQuery(['-days', 'days', '-open', 'open'], {
  ...filter,
  whoId: z.union([Uuid, z.literal('none')]),
});

const key = 'followup.client_outstanding_report';

/** What clients owed on a day, aged, and what they have in credit (docs/rules.md#outstanding-as-of-a-day). */
export const outstanding = asReports({
  ...listEndpoints('/outstanding', key, {
    query: OutstandingQuery,
    row: OutstandingLine,
    total: OutstandingTotal,
  }),
  documents: endpoint({
    method: 'GET',
    path: '/outstanding/documents',
    allow: key,
    input: OpenDocumentsQuery,
    output: pageOf(OpenDocument),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/outstanding/pdf',
    allow: key,
    file: true,
    recorded: true,
    input: OutstandingQuery.omit({ cursor: true, pageSize: true }),
    output: fileOutput,
  }),
});
