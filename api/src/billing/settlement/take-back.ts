import { sql } from 'kysely';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';

/** The entry of a document if it has its own; an allocation made together with its source is part of the source's entry. */
export async function entryOf(
  db: Db,
  type: 'receipt' | 'credit_note' | 'allocation' | 'refund',
  id: string,
): Promise<string | null> {
  const entry = await db
    .selectFrom('journalEntry')
    .select('id')
    .where('sourceType', '=', type)
    .where('sourceId', '=', id)
    .executeTakeFirst();
  return entry?.id ?? null;
}

export const takeBack = (db: Db, user: CurrentUser, ids: readonly string[], date: string) =>
  db
    .updateTable('allocation')
    .set({ reversedOn: date, reversedAt: sql<string>`now()`, reversedBy: user.id })
    .where('id', 'in', [...ids])
    .execute();
