import { sql } from 'kysely';
import type { HistoryEvent, HistoryKind } from '@daybook/contracts/history';
import type { CurrentUser } from '../auth/current-user.ts';
import { seesMoney } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { auditRowsOf } from './audit-rows.ts';
import type { AuditRow, Fields } from './audit-rows.ts';
import { namesIn } from './history-names.ts';
import { hiddenNotesIn } from './hidden-notes.ts';
import { partsOf } from './history-parts.ts';
import { historyOfKind } from './history-of-kind.ts';
import { changesBetween } from './history-values.ts';
import type { Reader } from './history-values.ts';
import { changedSteps, withParts } from './template-parts.ts';

/** The action of all that the erasure of a client does. */
const erasure = 'client_erasure.erase';

/** Fields that the history shows for an issue. The issue computes all others again, so only what the person chose is shown. */
const chosenAtIssue: ReadonlySet<string> = new Set(['issueDate', 'dueDate', 'fxRate']);

/** Fields that follow from others, which are shown instead. */
const computed: Partial<Record<HistoryKind, readonly string[]>> = {
  invoice: ['net', 'tax', 'total'],
  credit_note: ['net', 'tax'],
  expense: ['net', 'ownDepartment'],
  pending_item: ['invoice'],
  proforma: ['invoice', 'voidedInvoice'],
};

interface Whole {
  before: Fields;
  after: Fields;
}

/** The changes of one command to the record itself, from first to last. */
function wholeOf(rows: readonly AuditRow[]): Whole {
  return {
    before: Object.assign({}, ...rows.map(({ body }) => body.before).toReversed()) as Fields,
    after: Object.assign({}, ...rows.map(({ body }) => body.after)) as Fields,
  };
}

/** Kinds that store their steps in one column. */
const stepped: ReadonlySet<HistoryKind> = new Set([
  'task_category',
  'recurring_task_category',
  'recurring_task',
]);

/** What the record’s own columns show about its neighbours. */
function neighboursOf(kind: HistoryKind, { before, after }: Whole, { names }: Reader): HistoryEvent['parts'] {
  const invoice = (part: 'billed' | 'draft', step: 'added' | 'removed', id: unknown): HistoryEvent['parts'] =>
    typeof id === 'string'
      ? [
          {
            part,
            step,
            no: null,
            label: names.get(id) ?? null,
            document: names.has(id) ? { kind: 'invoice', id } : null,
            amount: null,
            changes: [],
          },
        ]
      : [];
  // When its invoice is voided, the invoice shows what it was and why. Then another draft takes up the proforma.
  if (kind === 'proforma')
    return [
      ...invoice('billed', 'removed', after['voided_invoice_id']),
      ...('invoice_id' in before ? invoice('draft', 'added', after['invoice_id']) : []),
    ];
  if (stepped.has(kind)) return changedSteps(before, after);
  if (kind !== 'pending_item') return [];
  return [
    ...invoice('billed', 'removed', before['invoice_id']),
    ...invoice('billed', 'added', after['invoice_id']),
  ];
}

function eventOf(
  rows: readonly AuditRow[],
  kind: HistoryKind,
  id: string,
  reader: Reader,
): HistoryEvent | null {
  const [last] = rows.toReversed();
  if (last === undefined) return null;
  // The audit log says that something went, and not what it said.
  if (last.action === erasure)
    return {
      id: last.id,
      at: last.at,
      by: last.by,
      action: last.action,
      isOwn: true,
      changes: [],
      parts: [],
    };
  const { own, domains } = historyOfKind[kind];
  const ownRows = rows.filter(({ entity, entityId }) => own.includes(entity) && entityId === id);
  const whole = wholeOf(ownRows);
  const isMaking = ownRows.some(
    ({ entity, body }) => entity === kind && Object.keys(body.before).length === 0,
  );
  const parts = [
    ...partsOf(
      rows.filter((row) => !ownRows.includes(row)),
      { kind, id, reader },
      isMaking,
    ),
    ...neighboursOf(kind, whole, reader),
  ];
  const [domain = '', verb = ''] = last.action.split('.');
  const ofDatabase = verb === '';
  const isOfOthers = !ofDatabase && !domains.includes(domain);
  const action = isMaking && isOfOthers ? 'insert' : last.action;
  const approval = rows.find(
    ({ entity, body }) => entity === 'approval_step' && body.after['reason'] !== null,
  );
  const changes = isMaking ? [] : changesBetween(withParts(whole.before), withParts(whole.after), reader);
  const reasons = approval ? changesBetween({}, { reason: approval.body.after['reason'] }, reader) : [];
  return {
    id: last.id,
    at: last.at,
    by: last.by,
    action,
    isOwn: ownRows.length > 0 && (isMaking || !isOfOthers) && !parts.some(({ part }) => part === 'billed'),
    changes: [
      ...changes.filter(
        ({ field }) =>
          computed[kind]?.includes(field) !== true &&
          (verb !== 'issue' || field === 'status' || chosenAtIssue.has(field)),
      ),
      ...reasons,
    ],
    parts,
  };
}

/** Whether the event shows anything; a row that only raised the version does not. */
const isTelling = ({ changes, parts, isOwn }: HistoryEvent): boolean =>
  isOwn || changes.length > 0 || parts.length > 0;

/** The audit row of the erasure of the record; null if it was not erased. */
async function erasureOf(db: Db, kind: HistoryKind, id: string): Promise<number | null> {
  const { last } = await db
    .selectFrom('auditEvent')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .where(sql<boolean>`entity = any (${historyOfKind[kind].own}::text[])`)
    .where('entityId', '=', id)
    .where('action', '=', erasure)
    .executeTakeFirstOrThrow();
  return last;
}

/**
 * The history of a record. The caller must have checked that the person sees the record. What was said before an erasure is in the
 * audit log alone.
 */
export async function historyOf(
  db: Db,
  user: CurrentUser,
  { kind, id, before }: { kind: HistoryKind; id: string; before?: number | undefined },
): Promise<{ events: HistoryEvent[]; earlier: number | null }> {
  const { commands: all, earlier } = await auditRowsOf(db, kind, id, before);
  const hidden = kind === 'task' ? await hiddenNotesIn(db, user, id) : new Set<string>();
  const commands = all.map((command) => command.filter(({ entityId }) => !hidden.has(entityId)));
  const rows = commands.flat();
  const reader = {
    names: await namesIn(db, user, rows),
    showsMoney: seesMoney(user),
    currency: rows[0]?.currency ?? null,
  };
  const erased = await erasureOf(db, kind, id);
  const events = commands
    .flatMap((command) => eventOf(command, kind, id, reader) ?? [])
    .map((event) => (erased !== null && event.id < erased ? { ...event, changes: [], parts: [] } : event));
  return { events: events.filter(isTelling), earlier };
}
