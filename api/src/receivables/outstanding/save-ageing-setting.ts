import type { AgeingSetting } from '@daybook/contracts/receivables/outstanding/ageing-setting';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getAgeingSetting } from './ageing-setting.queries.ts';

/** Refuses VERSION_CONFLICT. */
export async function saveAgeingSetting(
  db: Db,
  bounds: readonly number[],
  version: number,
): Promise<AgeingSetting> {
  const { id } = await db.selectFrom('ageingSetting').select('id').executeTakeFirstOrThrow();
  await lockAtVersion(db, 'ageingSetting', id, version, () => getAgeingSetting(db));
  await db
    .updateTable('ageingSetting')
    .set({ bounds: [...bounds], ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getAgeingSetting(db);
}
