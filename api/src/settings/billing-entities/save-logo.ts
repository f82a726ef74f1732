import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import type { Image } from '../../images/shrink-thread.ts';

/** Refuses NOT_FOUND. */
export async function putLogo(db: Db, id: string, logo: Image | null): Promise<{ hasLogo: boolean }> {
  const changed = await db
    .updateTable('billingEntity')
    .set({ logo: logo?.bytes ?? null, logoType: logo?.type ?? null })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Refusal('NOT_FOUND');
  return { hasLogo: logo !== null };
}
