import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { GuidedStart } from '@daybook/contracts/guided-start/guided-start';
import type { Db } from '../db/database.ts';

const exists = (rows: RawBuilder<unknown>) => sql<boolean>`exists (select from ${rows})`;

/** What the firm has of each thing, by the first row of its table. */
const findDone = (db: Db, userId: string) =>
  db
    .selectNoFrom([
      sql<string | null>`(select id from billing_entity where active order by created_at, id limit 1)`.as(
        'entityId',
      ),
      exists(sql`billing_entity where active`).as('entity'),
      exists(sql`billing_entity where active and logo_type is not null`).as('logo'),
      exists(sql`billing_entity where active and bank_accounts <> '[]'`).as('bank'),
      exists(sql`department`).as('departments'),
      sql<boolean>`exists (select from app_user
        where id <> ${userId} and status <> 'deactivated' and user_type <> 'client')`.as('people'),
      exists(sql`service`).as('services'),
      sql<boolean>`exists (select from task_category) or exists (select from recurring_task_category)`.as(
        'work',
      ),
      exists(sql`client`).as('clients'),
      exists(sql`invoice where issued_at is not null`).as('invoice'),
    ])
    .executeTakeFirstOrThrow();

/** The database holds exactly one row of the setting. */
export async function getGuidedStart(db: Db, userId: string, canMail: boolean): Promise<GuidedStart> {
  const setting = await db
    .selectFrom('guidedStart')
    .select(['isHidden', 'version'])
    .executeTakeFirstOrThrow();
  if (setting.isHidden) return { ...setting, done: null, entityId: null };
  const { entityId, ...done } = await findDone(db, userId);
  return { ...setting, done: { ...done, mail: canMail }, entityId };
}
