import { sql } from 'kysely';
import type {
  AuditAct,
  AuditChange,
  AuditEntry,
  AuditRecord,
  AuditRow,
} from '@daybook/contracts/audit-log/audit-log';
import type { Language } from '@daybook/contracts/fields';
import type { Db } from '../db/database.ts';
import { changesOf, idsIn, isId, writtenFields } from './audit-changes.rules.ts';
import type { Wording } from './audit-changes.rules.ts';
import { findRow } from './audit-log.queries.ts';
import type { StoredRow } from './audit-log.queries.ts';
import { auditWords } from './audit-wording.ts';
import type { AuditWords } from './audit-wording.ts';
import { auditedTables, isFoundById, kindOf } from './audited-tables.ts';
import { factsOf } from './record-facts.queries.ts';
import type { RecordFacts } from './record-facts.queries.ts';

const valueIn = ({ before, after }: StoredRow['body'], column: string): unknown =>
  (after as Record<string, unknown> | undefined)?.[column] ??
  (before as Record<string, unknown> | undefined)?.[column];

/** The id of the record that a part names in its row; null if the row does not say it. */
function ownerIn({ entity, body }: StoredRow): string | null {
  const { by = {} } = auditedTables[entity] ?? {};
  for (const column of Object.keys(by)) {
    const value = valueIn(body, column);
    if (isId(value)) return value;
  }
  return null;
}

/** The records of parts whose rows hold only what changed, read from the parts. */
async function ownersOf(db: Db, rows: readonly StoredRow[]): Promise<Map<string, string>> {
  const open = rows.filter((row) => isFoundById(row.entity) && ownerIn(row) === null);
  const parts = [...Map.groupBy(open, ({ entity }) => entity)].map(([table, some]) => {
    const columns = Object.keys(auditedTables[table]?.by ?? {}).map((column) => sql`part.${sql.ref(column)}`);
    return sql`select part.id, coalesce(${sql.join(columns)}) as owner from ${sql.table(table)} part
      where part.id = any (${some.map(({ entityId }) => entityId)}::uuid[])`;
  });
  if (parts.length === 0) return new Map();
  const found = await sql<{ id: string; owner: string | null }>`${sql.join(parts, sql` union all `)}`.execute(
    db,
  );
  return new Map(found.rows.flatMap(({ id, owner }) => (owner === null ? [] : [[id, owner]])));
}

interface Known {
  facts: Map<string, RecordFacts>;
  owners: Map<string, string>;
}

async function knownOf(db: Db, rows: readonly StoredRow[]): Promise<Known> {
  const owners = await ownersOf(db, rows);
  const ids = new Set([
    ...rows.flatMap(({ entityId, body }) => [...(entityId === null ? [] : [entityId]), ...idsIn(body)]),
    ...owners.values(),
  ]);
  return { facts: await factsOf(db, ids), owners };
}

/** The name that a deleted record had, as its row says it. */
function nameIn({ body }: StoredRow): string | null {
  for (const column of ['name', 'title', 'number', 'no', 'description']) {
    const value = valueIn(body, column);
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** Rows that are about nothing but the command itself. */
const withoutRecord: ReadonlySet<string> = new Set(['sign_in', 'export']);

/** A source or a reason that comes with Daybook has a code for a name. */
const labelOf = ({ table, label }: RecordFacts, words: AuditWords): string | null =>
  label === null ? null : (words.wordOf(table, 'usual', label) ?? label);

function recordOf(row: StoredRow, { facts, owners }: Known, words: AuditWords): AuditRecord | null {
  const { entity, entityId } = row;
  if (entityId === null || (withoutRecord.has(entity) && entityId === row.actorId)) return null;
  const isPart = auditedTables[entity]?.by !== undefined;
  const id = ownerIn(row) ?? owners.get(entityId) ?? entityId;
  const found = facts.get(id) ?? facts.get(entityId);
  const label = found === undefined ? null : labelOf(found, words);
  return { id, label: label ?? (isPart ? null : nameIn(row)), opens: found?.opens ?? null };
}

function wordingOf(row: StoredRow, known: Known, words: AuditWords): Wording {
  const { facts, owners } = known;
  const owner = ownerIn(row) ?? owners.get(row.entityId ?? '');
  const of = facts.get(row.entityId ?? '') ?? facts.get(owner ?? '');
  const currencyOf = (fields: unknown): string | null => {
    const stated = (fields as Record<string, unknown> | undefined)?.['currency'];
    return typeof stated === 'string' ? stated : (of?.currency ?? null);
  };
  return {
    nameOf: (id) => {
      const named = facts.get(id);
      return named === undefined ? null : labelOf(named, words);
    },
    currency: { before: currencyOf(row.body.before), after: currencyOf(row.body.after) },
    baseCurrency: of?.baseCurrency ?? null,
    labelOf: (field) => words.labelOf(row.entity, field),
    wordOf: (field, code) => words.wordOf(row.entity, field, code),
  };
}

const shown = (row: StoredRow, known: Known, words: AuditWords): AuditRow => ({
  id: String(row.id),
  at: row.at,
  by: row.actorId === null ? null : { id: row.actorId, label: row.actorName ?? '' },
  address: row.address,
  act: row.act as AuditAct,
  action: row.action,
  kind: row.entity === 'sign_in' ? 'sign_in' : kindOf(row.entity),
  record: recordOf(row, known, words),
  fields: writtenFields(row.body).map((field) => words.labelOf(row.entity, field)),
});

/** The rows of a page as they are read. */
export async function asRead(db: Db, rows: readonly StoredRow[], language: Language): Promise<AuditRow[]> {
  const known = await knownOf(db, rows);
  const words = auditWords(language);
  return rows.map((row) => shown(row, known, words));
}

export type ExportedRow = AuditRow & { changes: AuditChange[]; requestId: string | null };

/** As `asRead`, with all that the command of each row changed, and its request. */
export async function inFull(db: Db, rows: readonly StoredRow[], language: Language): Promise<ExportedRow[]> {
  const written = await rowsOfCommands(db, rows);
  const known = await knownOf(db, [...rows, ...[...written.values()].flat()]);
  const words = auditWords(language);
  const requests = await requestsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...shown(row, known, words),
    changes: changesIn(written.get(row.id) ?? [], known, words),
    requestId: requests.get(row.id) ?? null,
  }));
}

const changesIn = (rows: readonly StoredRow[], known: Known, words: AuditWords): AuditChange[] =>
  rows.flatMap((row) => changesOf(row.body, wordingOf(row, known, words)));

async function requestsOf(db: Db, ids: readonly number[]): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('auditEvent')
    .select(['id', 'requestId'])
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, requestId }) => [id, requestId || null]));
}

/** All that the commands of these rows wrote to their records, in the order of writing, by the row that stands for them. */
async function rowsOfCommands(db: Db, given: readonly StoredRow[]): Promise<Map<number, StoredRow[]>> {
  const rows = await db
    .selectFrom('auditEvent as first')
    .innerJoin('auditEvent as event', 'event.xid', 'first.xid')
    .where(sql<boolean>`first.id = any (${given.map(({ id }) => id)}::bigint[])`)
    .whereRef('event.entity', '=', 'first.entity')
    .whereRef('event.entityId', '=', 'first.entityId')
    .select(['first.id as firstId', 'event.id', sql<StoredRow['body']>`event.body`.as('body')])
    .orderBy('event.id')
    .execute();
  const byFirst = Map.groupBy(rows, ({ firstId }) => firstId);
  return new Map(
    given.map((first) => [
      first.id,
      (byFirst.get(first.id) ?? []).map(({ id, body }): StoredRow => ({ ...first, id, body })),
    ]),
  );
}

async function browserOf(db: Db, { id, entity }: StoredRow): Promise<string | null> {
  if (entity !== 'sign_in') return null;
  const row = await db.selectFrom('signIn').select('userAgent').where('no', '=', id).executeTakeFirst();
  return row?.userAgent ?? null;
}

/** One line with all its changes. Refuses NOT_FOUND. */
export async function openEntry(db: Db, no: number, language: Language): Promise<AuditEntry> {
  const row = await findRow(db, no);
  const rows = (await rowsOfCommands(db, [row])).get(row.id) ?? [];
  const known = await knownOf(db, [row, ...rows]);
  const words = auditWords(language);
  const requests = await requestsOf(db, [row.id]);
  return {
    ...shown(row, known, words),
    fields: [
      ...new Set(
        rows.flatMap(({ entity, body }) => writtenFields(body).map((field) => words.labelOf(entity, field))),
      ),
    ],
    requestId: requests.get(row.id) ?? null,
    userAgent: await browserOf(db, row),
    changes: changesIn(rows, known, words),
  };
}
