import { sql } from 'kysely';
import type { HistoryKind } from '@daybook/contracts/history';
import type { Db } from '../db/database.ts';
import { historyOfKind } from './history-of-kind.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** One row of the audit log that belongs to the record; `facts` are the values of its part that never change. */
export interface AuditRow {
  id: number;
  xid: string;
  at: string;
  action: string;
  entity: string;
  entityId: string;
  body: { before: Fields; after: Fields; of?: Fields };
  by: string | null;
  facts: Fields;
  currency: string | null;
}

/** Commands on one page. */
const pageSize = 30;
/** The most rows to read for one part: more than any page shows. */
const mostOfPart = 500;

/**
 * The audit rows of the latest commands that touched a record, its parts or neighbours. Each command is complete: everything
 * written in its transaction. Every part is looked up by an index, so that the number of records makes it no slower.
 */
export async function auditRowsOf(
  db: Db,
  kind: HistoryKind,
  id: string,
  before: number | undefined,
): Promise<{ commands: AuditRow[][]; earlier: number | null }> {
  const { own, beside = [], found = () => [], together = {}, currency } = historyOfKind[kind];
  const parts = [
    sql`select entity, ${id}::uuid as id, '{}'::jsonb as facts from unnest(${[...own, ...beside]}::text[]) as entity`,
    ...found(id),
  ];
  const named = Object.entries(together).map(
    ([entity, named]) => sql`(event.entity = ${entity}
      and ${id} in (event.body #>> array['before', ${named}], event.body #>> array['after', ${named}]))`,
  );
  const { rows } = await sql<AuditRow & { last: number }>`
    with part (entity, id, facts) as materialized (${sql.join(parts, sql` union all `)}),
    found as materialized (
      select event.id, event.xid, part.facts from part cross join lateral (
        select id, xid from audit_event event where event.entity = part.entity and event.entity_id = part.id
          and (part.facts ->> 'about' is null or event.body -> 'after' ? (part.facts ->> 'about'))
          and event.id >= coalesce((part.facts ->> 'since')::bigint, 0)
          and (part.facts ->> 'until' is null or event.id <= (part.facts ->> 'until')::bigint)
          and (${before ?? null}::bigint is null or event.id < ${before ?? null}::bigint)
        order by event.id desc limit ${sql.lit(mostOfPart)}) event
    ),
    page as materialized (
      select found.xid, max(found.id) as last from found
      where found.xid is distinct from (select shown.xid from audit_event shown where shown.id = ${before ?? null}::bigint)
      group by found.xid order by 2 desc limit ${sql.lit(pageSize + 1)}
    ),
    told as (
      select found.id, page.last, found.facts from page join found on found.xid = page.xid
      union
      select event.id, page.last, '{}'::jsonb from page join audit_event event on event.xid = page.xid
      where ${named.length === 0 ? sql`false` : sql.join(named, sql` or `)}
    )
    select distinct on (told.last, event.id) event.id, event.xid::text as xid, event.at, event.action, event.entity,
      event.entity_id, event.body, app_user.name as by, told.facts, told.last, ${currency?.(id) ?? sql`null`} as currency
    from told join audit_event event on event.id = told.id left join app_user on app_user.id = event.actor_id
    order by told.last desc, event.id, told.facts desc`.execute(db);
  const byCommand = new Map<string, (AuditRow & { last: number })[]>();
  for (const row of rows) byCommand.set(row.xid, [...(byCommand.get(row.xid) ?? []), row]);
  const commands = [...byCommand.values()];
  const shown = commands.slice(0, pageSize);
  return { commands: shown, earlier: commands.length > pageSize ? (shown.at(-1)?.[0]?.last ?? null) : null };
}
