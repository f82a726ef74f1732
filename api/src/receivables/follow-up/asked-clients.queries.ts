import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { Reference } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

export interface AskedClient {
  id: string;
  label: string;
  defaultEntityId: string;
  crmId: string;
  isErased: boolean;
  /** Today in the zone of the client's usual billing entity. */
  today: string;
  /** Itself, and for the active payer of a group the group's other clients that the caller sees. */
  clients: Reference[];
}

/** The clients that a client is asked for, as ids: itself, and for the active payer of a group its members. */
export const askedFor = (clientId: Expression<unknown> | string): RawBuilder<unknown> => sql`
  (select ${clientId}::uuid as id union
   select member.id from client payer
     join client_group on client_group.id = payer.group_id and client_group.payer_client_id = payer.id
     join client member on member.group_id = client_group.id
   where payer.id = ${clientId} and payer.status = 'active')`;

/** Refuses NOT_FOUND, including for a client outside the caller's scope. */
export async function askedClient(db: Db, user: CurrentUser, id: string): Promise<AskedClient> {
  const seen = (alias: string): RawBuilder<SqlBool> => inScope.client(user, sql.ref(`${alias}.id`));
  const found = await db
    .selectFrom('client')
    .innerJoin('billingEntity as entity', 'entity.id', 'client.defaultEntityId')
    .select([
      'client.id',
      'client.name as label',
      'client.defaultEntityId',
      'client.crmId',
      sql<boolean>`client.erased_at is not null`.as('isErased'),
      sql<string>`(now() at time zone entity.timezone)::date`.as('today'),
      sql<Reference[]>`(select jsonb_agg(jsonb_build_object('id', one.id, 'label', one.name)
          order by one.id <> client.id, one.sort_name collate "und-x-icu", one.id)
        from client one where one.id in ${askedFor(sql.ref('client.id'))} and ${seen('one')})`.as('clients'),
    ])
    .where('client.id', '=', id)
    .where(seen('client'))
    .executeTakeFirst();
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}
