import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import type { Image } from '../../images/shrink-thread.ts';

/** Refuses NOT_FOUND, even if the entity exists but has no logo. */
export async function getLogo(db: Db, id: string): Promise<Image> {
  const row = await db
    .selectFrom('billingEntity')
    .select(['logo', 'logoType'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.logo) throw new Refusal('NOT_FOUND');
  return { bytes: row.logo, type: row.logoType as Image['type'] };
}
