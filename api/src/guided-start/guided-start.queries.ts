import { sql } from 'kysely';
import type { GuidedStart, ThingToSetUp } from '@daybook/contracts/guided-start/guided-start';
import type { Db } from '../db/database.ts';

type Done = Record<Exclude<ThingToSetUp, 'mail'>, boolean>;

/** What the firm has of each thing, by the first row of its table. */
async function findDone(db: Db, userId: string): Promise<Done & { entityId: string | null }> {
  const { rows } = await sql<Done & { entityId: string | null }>`
    with entity as (select id from billing_entity where active order by created_at, id limit 1)
    select (select id from entity) as "entityId",
      exists (select from entity) as entity,
      exists (select from billing_entity where active and logo_type is not null) as logo,
      exists (select from billing_entity where active and bank_accounts <> '[]') as bank,
      exists (select from department) as departments,
      exists (select from app_user where id <> ${userId} and status <> 'deactivated' and user_type <> 'client') as people,
      exists (select from service) as services,
      exists (select from task_category) or exists (select from recurring_task_category) as work,
      exists (select from client) as clients,
      exists (select from invoice where issued_at is not null) as invoice`.execute(db);
  const [done] = rows;
  if (done === undefined) throw new Error('a query without a table has one row');
  return done;
}

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
