import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { AuditKind } from '@daybook/contracts/audit-log/audit-log';
import { historyOfKind } from '../history/history-of-kind.ts';
import { partsOf, tablesOf } from './audited-tables.ts';

/** Parts of a kind that stand, by the columns that name their record. */
const standing = (kind: AuditKind, id: string): RawBuilder<unknown>[] =>
  partsOf(kind).map(
    ({ table, column }) =>
      sql`select ${sql.lit(table)}, part.id from ${sql.table(table)} part where part.${sql.ref(column)} = ${id}`,
  );

/** Parts that were removed by a command that wrote to the record as well: their rows say whose they were. */
function removed(kind: AuditKind, id: string): RawBuilder<unknown>[] {
  const named = partsOf(kind).map(
    ({ table, column }) =>
      sql`(part.entity = ${sql.lit(table)} and part.body #>> array['before', ${sql.lit(column)}] = ${id})`,
  );
  if (named.length === 0) return [];
  return [
    sql`select part.entity, part.entity_id from audit_event own join audit_event part on part.xid = own.xid
      where own.entity = any (${tablesOf(kind)}::text[]) and own.entity_id = ${id}::uuid and (${sql.join(named, sql` or `)})`,
  ];
}

/** The rows of a record and of its parts: those logged under its id, those of the parts that name it, and those that its history finds. */
export function ofRecord(kind: AuditKind, id: string): RawBuilder<SqlBool> {
  const found =
    kind in historyOfKind ? (historyOfKind[kind as keyof typeof historyOfKind].found?.(id) ?? []) : [];
  const sources = [
    sql`select unnest(${tablesOf(kind)}::text[]) as entity, ${id}::uuid as id`,
    ...standing(kind, id),
    ...removed(kind, id),
    ...found.map((part) => sql`select entity, id from (${part}) as part (entity, id, facts)`),
  ];
  return sql`(line.entity, line.entity_id) in (${sql.join(sources, sql` union `)})`;
}
