import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';

/** The entity whose logo a printed report gets: the one that it is filtered by, or the firm's first one. Refuses NOT_FOUND. */
export async function reportEntity(db: Db, entityId: string | undefined): Promise<string> {
  const entity = await db
    .selectFrom('billingEntity')
    .select('id')
    .$if(entityId !== undefined, (query) => query.where('id', '=', entityId ?? ''))
    .orderBy('active', 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  return entity.id;
}
