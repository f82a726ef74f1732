import type { HistoryKind, HistoryPart, HistoryPartKind, HistoryStep } from '@daybook/contracts/history';
import { part } from './history-part.ts';
import type { AuditRow, Fields } from './audit-rows.ts';
import { changesBetween, moneyOf } from './history-values.ts';
import type { Reader } from './history-values.ts';
import { changedLines } from './line-changes.ts';
import { rejoined } from './rejoined-rows.ts';
import { numberingPart, ratePart, versionPart } from './master-parts.ts';
import { changedDays } from './template-parts.ts';

type Document = NonNullable<HistoryPart['document']>;

interface Seen {
  kind: HistoryKind;
  id: string;
  reader: Reader;
}

type ReadPart = (row: AuditRow, seen: Seen) => HistoryPart[];

const isMade = ({ body }: AuditRow): boolean => Object.keys(body.before).length === 0;
const isGone = ({ body }: AuditRow): boolean => Object.keys(body.after).length === 0;
const stepOf = (row: AuditRow): HistoryStep => (isMade(row) ? 'added' : isGone(row) ? 'removed' : 'changed');

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const called = (id: unknown, { names }: Reader): string | null => names.get(String(id)) ?? null;

/** The number of a linked document, and the link to it. */
const linked = (kind: Document['kind'], id: unknown, reader: Reader): Partial<HistoryPart> =>
  typeof id === 'string' ? { label: called(id, reader), document: { kind, id } } : {};

const dated = (
  kind: HistoryPartKind,
  row: AuditRow,
  { reader }: Seen,
  more: Partial<HistoryPart> = {},
): HistoryPart[] => {
  const { before, after } = row.body;
  if (!isMade(row) && !('reversed_on' in after)) return [];
  const { reason, reversal_reason } = after;
  const changes = changesBetween(isMade(row) ? {} : before, { reason, reversal_reason }, reader);
  return [
    part(kind, isMade(row) ? 'added' : 'removed', {
      amount: moneyOf(row.facts['amount'], reader),
      changes,
      ...more,
    }),
  ];
};

const allocation: ReadPart = (row, seen) => {
  const { invoice_id, receipt_id, credit_note_id } = row.facts;
  if (seen.kind !== 'invoice') return dated('settled', row, seen, linked('invoice', invoice_id, seen.reader));
  return receipt_id === null
    ? dated('credit', row, seen, linked('credit_note', credit_note_id, seen.reader))
    : dated('payment', row, seen, linked('receipt', receipt_id, seen.reader));
};

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

const linesOf =
  (kind: 'line' | 'adjustment', field: string) =>
  ({ body }: AuditRow, { reader }: Seen): HistoryPart[] =>
    changedLines(listOf(body.before[field]), listOf(body.after[field])).map(({ no, before, after }) => {
      const line = after ?? before ?? {};
      const changes =
        before && after
          ? changesBetween({ ...before, no }, { ...after, no }, reader, 'line.').filter(
              ({ field: one }) => one !== 'line.pendingItem' && one !== 'line.line',
            )
          : [];
      const step = before === null ? 'added' : after === null ? 'removed' : 'changed';
      return part(kind, step, { no, label: text(line['description']) ?? text(line['reason']), changes });
    });

/** A newly created line has no earlier version to compare with. */
const lines: ReadPart = (row, seen) =>
  isMade(row)
    ? []
    : [...linesOf('line', 'lines')(row, seen), ...linesOf('adjustment', 'adjustments')(row, seen)];

const file: ReadPart = (row, { reader }) => {
  const { before, after, of } = row.body;
  const id = after['attachment_id'] ?? before['attachment_id'] ?? of?.['attachment_id'];
  const { removal_reason } = after;
  return [
    part('file', isMade(row) ? 'added' : 'removed', {
      label: called(id, reader),
      changes: isMade(row) ? [] : changesBetween({}, { reason: removal_reason }, reader),
    }),
  ];
};

const mail: ReadPart = ({ body }) => {
  const told = [body.after['sent_to'], body.after['copied_to']].flatMap((list): unknown[] =>
    Array.isArray(list) ? list : [],
  );
  return [part('mail', 'added', { label: told.join(', ') })];
};

const proforma: ReadPart = (row, { reader }) => {
  const { number, amount } = row.facts;
  const more = {
    label: text(number),
    document: { kind: 'proforma' as const, id: row.entityId },
    amount: moneyOf(amount, reader),
  };
  if (isMade(row)) return [part('proforma', 'added', more)];
  return row.body.after['converted_at'] ? [part('proforma', 'changed', more)] : [];
};

/** What happened to an enquiry before it was merged into the record. */
const mergedEnquiry: ReadPart = (row, { reader }) => [
  part('enquiry', isMade(row) ? 'added' : 'changed', {
    label: text(row.facts['no']),
    changes: isMade(row) ? [] : changesBetween(row.body.before, row.body.after, reader),
  }),
];

/** A cheque that was presented again is a new receipt. */
const again: ReadPart = (row, { reader }) =>
  isMade(row) ? [part('again', 'added', linked('receipt', row.entityId, reader))] : [];

const named =
  (kind: HistoryPartKind, of: string): ReadPart =>
  (row, { reader }) => {
    const id = row.body.after[of] ?? row.body.before[of];
    return [part(kind, stepOf(row), { label: called(id, reader) })];
  };

/** The label is in the row itself. */
const described =
  (kind: HistoryPartKind, ...labels: string[]): ReadPart =>
  (row, { reader }) => {
    const { before, after, of } = row.body;
    const said = labels.flatMap((field) => text(after[field] ?? of?.[field] ?? before[field]) ?? []);
    const changes = stepOf(row) === 'changed' ? changesBetween(before, after, reader, `${kind}.`) : [];
    return [part(kind, stepOf(row), { label: said.join(', ') || null, changes })];
  };

/** A tax number that was only written again shows nothing. */
const registration: ReadPart = (row, seen) =>
  described('registration', 'value')(row, seen).filter(
    ({ step, changes }) => step !== 'changed' || changes.length > 0,
  );

const contactLink: ReadPart = (row, { reader }) => {
  const { before, after, of } = row.body;
  const id = after['contact_id'] ?? before['contact_id'] ?? of?.['contact_id'];
  const changes = stepOf(row) === 'changed' ? changesBetween(before, after, reader, 'contact.') : [];
  return [part('contact', stepOf(row), { label: called(id, reader), changes })];
};

/** An added or removed contact shows as a link to the client, so only changes show here. */
const contact: ReadPart = (row, { reader }) => {
  if (stepOf(row) !== 'changed') return [];
  const changes = changesBetween(row.body.before, row.body.after, reader, 'contact.');
  return [part('contact', 'changed', { label: called(row.entityId, reader), changes })];
};

const checklist: ReadPart = (row, { reader }) => {
  const { before, after } = row.body;
  const label = text(after['title']) ?? text(before['title']) ?? called(row.entityId, reader);
  if ('done_at' in after && !isMade(row))
    return [part('checklist', after['done_at'] === null ? 'undone' : 'done', { label })];
  const changes = stepOf(row) === 'changed' ? changesBetween(before, after, reader, 'checklist.') : [];
  const isMoved = stepOf(row) === 'changed' && changes.every(({ field }) => field === 'checklist.no');
  return isMoved ? [] : [part('checklist', stepOf(row), { label, changes })];
};

const member: ReadPart = (row, { id, reader }) => {
  const { before, after } = row.body;
  const label = called(row.entityId, reader);
  if (after['group_id'] === id) return [part('member', 'added', { label })];
  return before['group_id'] === id ? [part('member', 'removed', { label })] : [];
};

const dueOverride: ReadPart = (row, { reader }) => {
  const { before, after } = row.body;
  const changes = changesBetween(before, after, reader).filter(({ field }) => field !== 'category');
  return [part('dueOverride', stepOf(row), { label: called(row.entityId, reader), changes })];
};

/** A day of a series that differs from its rule. */
const occurrence: ReadPart = (row, { reader }) => {
  const { before, after } = row.body;
  const { due_on, reason } = after;
  const changes = changesBetween({}, { occurrence: after['nominal_date'] ?? before['nominal_date'] }, reader);
  const said = isMade(row) ? changesBetween({}, { due_on, reason }, reader, 'occurrence.') : [];
  return [part('occurrence', stepOf(row), { changes: [...changes, ...said] })];
};

/** A doer who only changed places in the order shows nothing. */
const doer: ReadPart = (row, seen) =>
  stepOf(row) === 'changed' ? [] : named('assignee', 'user_id')(row, seen);

/** Shows that there is a note, never its text. */
const note: ReadPart = (row) => [
  part('note', isMade(row) ? 'added' : row.body.after['withdrawn_at'] ? 'removed' : 'changed'),
];

/** A running timer has no minutes yet, and shows nothing until it is stopped. */
const time: ReadPart = (row, { reader }) => {
  const { before, after } = row.body;
  const label = called(row.facts['user_id'], reader);
  if (after['removed_at']) return [part('time', 'removed', { label })];
  const { minutes, worked_on, billable, note: done } = after;
  const told = { minutes, worked_on, billable, note: done };
  const isFirst = isMade(row) || (before['minutes'] === null && minutes !== undefined);
  if (isMade(row) && minutes === null) return [];
  const changes = changesBetween(isFirst ? {} : before, told, reader, 'time.');
  return isFirst || changes.length > 0
    ? [part('time', isFirst ? 'added' : 'changed', { label, changes })]
    : [];
};

/** When that client is merged further, it is told anew under the next one. */
const mergedClient: ReadPart = (row, seen) =>
  isMade(row) ? described('mergedClient', 'code', 'name')(row, seen) : [];

const readPart: Readonly<Record<string, ReadPart>> = {
  allocation,
  write_off: (row, seen) => dated('writeOff', row, seen),
  receipt_refund: (row, seen) => dated('refund', row, seen),
  credit_note_refund: (row, seen) => dated('refund', row, seen),
  invoice_line: lines,
  credit_note_line: lines,
  document_attachment: file,
  invoice_mail: mail,
  proforma,
  receipt: again,
  client: member,
  contact,
  client_contact: contactLink,
  client_address: described('address', 'line1', 'city'),
  client_registration: registration,
  client_executive: named('executive', 'user_id'),
  client_department: named('department', 'department_id'),
  user_department: named('department', 'department_id'),
  task_checklist_item: checklist,
  task_assignee: named('assignee', 'user_id'),
  recurring_task_assignee: doer,
  task_note: note,
  time_entry: time,
  enquiry_note: () => [part('note', 'added')],
  enquiry: mergedEnquiry,
  merged_client: mergedClient,
  holiday: changedDays,
  due_override: dueOverride,
  tax_rate: (row, { reader }) => ratePart(row, stepOf(row), reader),
  withholding_rate: (row, { reader }) => ratePart(row, stepOf(row), reader),
  number_format: (row, { reader }) => numberingPart(row, stepOf(row), reader),
  recurring_invoice_line: described('line', 'description'),
  recurring_invoice_price: described('price'),
  package_version: (row, { reader }) => versionPart(row, stepOf(row), reader),
  series_exception: occurrence,
};

/** Parts that are not shown for the command that creates the record. */
const ofTheMaking: ReadonlySet<HistoryPartKind> = new Set([
  'line',
  'price',
  'adjustment',
  'contact',
  'address',
  'registration',
  'executive',
  'department',
  'checklist',
  'assignee',
  'member',
  'rate',
  'numbering',
  'version',
]);

/** Parts of which all rows are written again when one changes. */
const replaced: ReadonlySet<HistoryPartKind> = new Set(['address', 'executive', 'department']);
const opposite = (step: HistoryStep): HistoryStep | null =>
  step === 'added' ? 'removed' : step === 'removed' ? 'added' : null;

/** Drops a part that one command removed and added again: it did not change. */
function withoutRound(parts: readonly HistoryPart[]): HistoryPart[] {
  return parts.filter(
    ({ part: kind, step, label }) =>
      !replaced.has(kind) ||
      !parts.some((other) => other.part === kind && other.label === label && other.step === opposite(step)),
  );
}

/** The parts and neighbours that a command touched, in the order of its writes. */
export function partsOf(rows: readonly AuditRow[], seen: Seen, isMaking: boolean): HistoryPart[] {
  const parts = rejoined(rows).flatMap((row) => readPart[row.entity]?.(row, seen) ?? []);
  return withoutRound(parts).filter(({ part: kind }) => !isMaking || !ofTheMaking.has(kind));
}
