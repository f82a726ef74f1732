import { sql } from 'kysely';
import type { Appearance, OpenSession, Profile, SignIn, account } from '@daybook/contracts/auth/account';
import type { Me } from '@daybook/contracts/auth/session';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { normalise } from '../db/search.ts';
import { lockAtVersion, nextVersion } from '../db/versions.ts';
import type { Image } from '../images/shrink-thread.ts';
import type { CurrentUser } from './current-user.ts';
import { isLive } from './sessions.ts';

/** How the person and their shell look. */
export async function appearanceOf(db: Db, id: string): Promise<Pick<Me, 'hasPhoto' | 'appearance'>> {
  const { hasPhoto, appearance } = await db
    .selectFrom('appUser')
    .select([sql<boolean>`photo is not null`.as('hasPhoto'), 'appearance'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { hasPhoto, appearance: appearance as Me['appearance'] };
}

export async function getProfile(db: Db, userId: string): Promise<Profile> {
  const { locale, ...row } = await db
    .selectFrom('appUser')
    .select((eb) => [
      'id',
      'version',
      'name',
      'email',
      'phone',
      'locale',
      'hasTotp',
      'passwordChangedAt',
      sql<boolean>`photo is not null`.as('hasPhoto'),
      eb
        .selectFrom('recoveryCode')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .where('userId', '=', userId)
        .where('usedAt', 'is', null)
        .as('recoveryLeft'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...row, locale: locale as Profile['locale'], recoveryLeft: row.recoveryLeft ?? 0 };
}

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

/** Refuses NOT_FOUND when the person has no picture. */
export async function getPhoto(db: Db, userId: string): Promise<Image> {
  const row = await db
    .selectFrom('appUser')
    .select(['photo', 'photoType'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row?.photo) throw new Refusal('NOT_FOUND');
  return { bytes: row.photo, type: row.photoType as Image['type'] };
}

const openSessions = (db: Db, userId: string) =>
  db.selectFrom('session').where('userId', '=', userId).where(isLive);

/** The caller's own session first, then the others by their last use. */
export async function listSessions(db: Db, { id, sessionId }: CurrentUser): Promise<{ rows: OpenSession[] }> {
  const rows = await openSessions(db, id)
    .select([
      'session.id',
      'session.createdAt as startedAt',
      'session.lastSeenAt',
      'session.userAgent',
      'session.address',
      sql<boolean>`session.id = ${sessionId}`.as('isCurrent'),
    ])
    .orderBy(sql`session.id = ${sessionId} desc`)
    .orderBy('session.lastSeenAt', 'desc')
    .execute();
  return { rows };
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

/** Ends all sessions of the person except the caller's own. Answers how many were open. */
export async function endOtherSessions(db: Db, { id, sessionId }: CurrentUser): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ revokedAt: sql<string>`now()` })
    .where('id', '<>', sessionId)
    .where('id', 'in', openSessions(db, id).select('session.id'))
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

export async function listSignIns(db: Db, userId: string): Promise<{ rows: SignIn[] }> {
  const rows = await db
    .selectFrom('signIn')
    .select(['id', 'at', 'outcome', 'userAgent', 'address'])
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .limit(50)
    .execute();
  return { rows: rows.map(({ outcome, ...row }) => ({ ...row, outcome: outcome as SignIn['outcome'] })) };
}
