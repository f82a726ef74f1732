import { sql } from 'kysely';
import type { OpenSession, Profile, SignIn } from '@daybook/contracts/auth/account';
import type { Me } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
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

export const openSessions = (db: Db, userId: string) =>
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
