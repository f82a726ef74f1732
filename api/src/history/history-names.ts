import { sql } from 'kysely';
import { kindsWith } from '@daybook/contracts/entities';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { inScope } from '../scope.ts';
import type { AuditRow } from './audit-rows.ts';

/** The names of the ids in audit rows: the number of a document, the name of anything else. */
export type Names = ReadonlyMap<string, string>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesOf) : [value];

const named = [...kindsWith('master'), 'app_user', 'client_group', 'contact', 'attachment'] as const;
const numbered = ['invoice', 'receipt', 'credit_note', 'proforma'] as const;

/** A client outside the scope has no name here. A deleted record has the name with which it was created. */
export async function namesIn(db: Db, user: CurrentUser, rows: readonly AuditRow[]): Promise<Names> {
  const ids = [
    ...new Set(
      rows.flatMap(({ body, facts, entityId }) => [entityId, ...valuesOf(body), ...valuesOf(facts)]),
    ),
  ];
  const wanted = sql`any (${ids.filter(isId)}::uuid[])`;
  const parts = [
    ...named.map((table) => sql`select id, name, 0 from ${sql.table(table)} where id = ${wanted}`),
    ...numbered.map(
      (table) =>
        sql`select id, number, 0 from ${sql.table(table)} where id = ${wanted} and number is not null`,
    ),
    sql`select client.id, client.name, 0 from client where client.id = ${wanted} and ${inScope.client(user, sql.ref('client.id'))}`,
    ...['enquiry_source', 'lost_reason'].map(
      (table) => sql`select id, coalesce(name, usual), 0 from ${sql.table(table)} where id = ${wanted}`,
    ),
    sql`select task_checklist_item.id, task_checklist_item.title, 0 from task_checklist_item where id = ${wanted}`,
    sql`select event.entity_id, event.body #>> '{after,name}', 1 from audit_event event
      where event.entity in ('attachment', 'contact') and event.entity_id = ${wanted} and event.body -> 'after' ? 'name'`,
  ];
  const { rows: found } = await sql<{ id: string; name: string }>`
    select distinct on (id) id, name from (${sql.join(parts, sql` union all `)}) as known (id, name, age)
    order by id, age`.execute(db);
  return new Map(found.map(({ id, name }) => [id, name]));
}
