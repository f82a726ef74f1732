import { sql } from 'kysely';
import type { Appearance, Profile, account } from '@daybook/contracts/auth/account';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { normalise } from '../db/search.ts';
import { lockAtVersion, nextVersion } from '../db/versions.ts';
import type { Image } from '../images/shrink-thread.ts';
import type { CurrentUser } from './current-user.ts';
import { getProfile, openSessions } from './account.queries.ts';

/** Refuses VERSION_CONFLICT, ALREADY_EXISTS on `phone`. */
export async function editProfile(
  db: Db,
  { id, email }: CurrentUser,
  fields: ParsedInputOf<typeof account.edit>,
  version: number,
): Promise<Profile> {
  await lockAtVersion(db, 'appUser', id, version, () => getProfile(db, id));
  await db
    .updateTable('appUser')
    .set({ ...fields, ...nextVersion, searchText: normalise(fields.name, email, fields.phone) })
    .where('id', '=', id)
    .execute();
  return getProfile(db, id);
}

export async function putAppearance(db: Db, userId: string, appearance: Appearance): Promise<void> {
  await db
    .updateTable('appUser')
    .set({ appearance: json(appearance) })
    .where('id', '=', userId)
    .execute();
}

export async function putPhoto(db: Db, userId: string, photo: Image | null): Promise<{ hasPhoto: boolean }> {
  await db
    .updateTable('appUser')
    .set({ photo: photo?.bytes ?? null, photoType: photo?.type ?? null })
    .where('id', '=', userId)
    .execute();
  return { hasPhoto: photo !== null };
}

/** Refuses NOT_FOUND for a session of another person and for one that has ended. */
export async function endSession(db: Db, userId: string, id: string): Promise<void> {
  const ended = await db
    .updateTable('session')
    .set({ revokedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('id', 'in', openSessions(db, userId).select('session.id'))
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new Refusal('NOT_FOUND');
}

/** Ends all sessions of the person except the caller's own. Returns how many were open. */
export async function endOtherSessions(db: Db, { id, sessionId }: CurrentUser): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ revokedAt: sql<string>`now()` })
    .where('id', '<>', sessionId)
    .where('id', 'in', openSessions(db, id).select('session.id'))
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}
