import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** The date in the entity's zone, and the client's relationship manager, to whom replies go. */
export const termsOfMail = (db: Db, { clientId, entityId }: { clientId: string; entityId: string }) =>
  db
    .selectFrom('client')
    .innerJoin('appUser as crm', 'crm.id', 'client.crmId')
    .innerJoin('billingEntity as entity', (join) => join.on('entity.id', '=', entityId))
    .select([
      'crm.email as replyTo',
      'crm.name as sender',
      sql<string>`(now() at time zone entity.timezone)::date`.as('day'),
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirstOrThrow();
