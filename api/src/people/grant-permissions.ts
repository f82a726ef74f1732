import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Grants, grants } from '@daybook/contracts/people/grants';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { changeOf } from './grants.rules.ts';
import { getGrants } from './grants.queries.ts';

/** Refuses NOT_FOUND, VERSION_CONFLICT, PERM_DENIED, GRANT_NOT_HELD on `keys`. */
export async function putGrants(
  db: Db,
  actor: CurrentUser,
  { id, keys }: ParsedInputOf<typeof grants.put>,
  version: number,
): Promise<Grants> {
  await db.selectFrom('appUser').select('id').where('id', '=', id).forUpdate().execute();
  const current = await getGrants(db, actor, id);
  if (current.version !== version) throw new Refusal('VERSION_CONFLICT', { current });
  const { added, taken } = changeOf(actor, current.keys, keys);
  if (added.length === 0 && taken.length === 0) return current;
  if (taken.length > 0)
    await db.deleteFrom('userGrant').where('userId', '=', id).where('key', 'in', taken).execute();
  if (added.length > 0)
    await db
      .insertInto('userGrant')
      .values(added.map((key) => ({ userId: id, key })))
      .execute();
  await db
    .updateTable('appUser')
    .set({ permVersion: sql<number>`perm_version + 1` })
    .where('id', '=', id)
    .execute();
  await sql`select tell(${id}, 'rights_changed', '{}', null, null)`.execute(db);
  return getGrants(db, actor, id);
}
