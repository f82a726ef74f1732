import type { Db } from '../db/database.ts';
import { lockAtVersion, nextVersion } from '../db/versions.ts';

/** Hides the guide or shows it again. Refuses VERSION_CONFLICT with the setting as `read` shows it. */
export async function saveGuidedStart(
  db: Db,
  isHidden: boolean,
  version: number,
  read: () => Promise<unknown>,
): Promise<void> {
  const { id } = await db.selectFrom('guidedStart').select('id').executeTakeFirstOrThrow();
  await lockAtVersion(db, 'guidedStart', id, version, read);
  await db
    .updateTable('guidedStart')
    .set({ isHidden, ...nextVersion })
    .where('id', '=', id)
    .execute();
}
