import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { HeldKind, HeldWork } from '@daybook/contracts/settings/backups/held-work';
import type { Db } from '../../db/database.ts';
import { listHeldWork } from './held-work.queries.ts';

/** Lets one kind of held work go. The database ends the hold with the last of them. Refuses STATE_NOT_ALLOWED if the kind is not held. */
export async function letGo(db: Db, kind: HeldKind): Promise<HeldWork> {
  const { numUpdatedRows } = await db
    .updateTable('installation')
    .set({ held: sql<string[]>`array_remove(held, ${kind})` })
    .where(sql<boolean>`${kind} = any (held)`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('STATE_NOT_ALLOWED');
  return listHeldWork(db);
}

/** Lets those of the kinds go of which nothing waits. The database looks at the moment at which it does so. */
export async function letGoEmpty(db: Db, kinds: readonly HeldKind[]): Promise<HeldWork> {
  await sql`select let_go_empty(${kinds})`.execute(db);
  return listHeldWork(db);
}
