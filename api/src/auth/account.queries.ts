import { sql } from 'kysely';
import type { Me } from '@daybook/contracts/auth/session';
import type { Db } from '../db/database.ts';

/** How the person and their shell look. */
export async function appearanceOf(db: Db, id: string): Promise<Pick<Me, 'hasPhoto' | 'look'>> {
  const { hasPhoto, look } = await db
    .selectFrom('appUser')
    .select([sql<boolean>`photo is not null`.as('hasPhoto'), 'look'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { hasPhoto, look: look as Me['look'] };
}
