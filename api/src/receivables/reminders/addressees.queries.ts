import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

/** Whom a client's reminders go to: the active payer of its group, otherwise itself. */
export const askedOf = (entityId: string) => sql`
  select member.id, coalesce(payer.id, member.id) as asked_id, member.name,
    member.reminders, member.reminders_paused_until, own.reminders as own_reminders, own.reminders_paused_until as own_paused_until
  from client member
    left join client_group on client_group.id = member.group_id
    left join client payer on payer.id = client_group.payer_client_id and payer.status = 'active'
    left join client_reminders own on own.client_id = member.id and own.entity_id = ${entityId}`;

/** The addressees of reminders of an entity with something open that is due by a day, after `after` in the order of their ids. */
export async function remindable(
  db: Db,
  { entityId, dueBy, after, most }: { entityId: string; dueBy: string; after: string | null; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct asked.asked_id as id from (${askedOf(entityId)}) asked
    where asked.id in (select client_id from invoice_state
        where entity_id = ${entityId} and outstanding > 0 and due_date <= ${dueBy})
      and (${after}::uuid is null or asked.asked_id > ${after}::uuid)
    order by 1 limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** An addressee with a billing entity that it is reminded by. */
export interface Addressee {
  clientId: string;
  entityId: string;
}

/**
 * The addressees of these clients' reminders, with each billing entity that they owe something due, or else their usual one; without
 * ids, of all clients that owe something due. Those of which the person does not see the whole group are left out. They are in the
 * order of their ids, those after `after`, and only those `among` the ids of a query.
 */
export async function visibleAddressees(
  db: Db,
  user: CurrentUser,
  {
    clientIds,
    among,
    entityId,
    after,
    most,
  }: {
    clientIds: readonly string[] | null;
    among?: RawBuilder<unknown> | undefined;
    entityId: string | null;
    after: Addressee | null;
    most: number;
  },
): Promise<Addressee[]> {
  const seen = (id: string) => inScope.client(user, sql.ref(id));
  const asEntity = sql`coalesce(owed.entity_id, ${entityId}::uuid, client.default_entity_id)`;
  const { rows } = await sql<Addressee>`
    with asked as materialized (
      select member.id, coalesce(payer.id, member.id) as asked_id from client member
        left join client_group on client_group.id = member.group_id
        left join client payer on payer.id = client_group.payer_client_id and payer.status = 'active'),
    wanted as (select distinct asked_id from asked
      where ${clientIds === null ? sql`true` : sql`id = any (${clientIds}::uuid[])`}
        and ${among === undefined ? sql`true` : sql`asked_id in ${among}`}),
    whole as (select asked_id from wanted
      where not exists (select from asked where asked.asked_id = wanted.asked_id and not ${seen('asked.id')}))
    select client.id as client_id, ${asEntity} as entity_id
    from whole join client on client.id = whole.asked_id
      left join lateral (select distinct state.entity_id from asked join invoice_state state on state.client_id = asked.id
        where asked.asked_id = client.id and state.outstanding > 0 and state.due_date < current_date + 60
          and ${entityId === null ? sql`true` : sql`state.entity_id = ${entityId}`}) owed on true
    where ${clientIds === null ? sql`owed.entity_id is not null` : sql`true`}
      and ${after === null ? sql`true` : sql`(client.id, ${asEntity}) > (${after.clientId}::uuid, ${after.entityId}::uuid)`}
    order by 1, 2 limit ${most}`.execute(db);
  return rows;
}
