import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { RequiredStep } from '@daybook/contracts/auth/session';
import { isPermission } from '@daybook/contracts/permissions';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import type { CurrentUser } from './current-user.ts';
import { isAllowedFrom } from './networks.ts';

const noSession = '00000000-0000-0000-0000-000000000000';

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 256 random bits; the database stores only their hash, so a copy of it opens nothing (docs/rules.md#sessions). */
export async function openSession(
  db: Db,
  userId: string,
  userAgent: string | undefined,
  address: string | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('session')
    .values({ tokenHash: tokenHash(token), userId, userAgent: userAgent?.slice(0, 300) ?? null, address })
    .execute();
  return token;
}

export const bearerToken = (request: FastifyRequest): string | null =>
  /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1] ?? null;

export async function closeSession(db: Db, token: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ revokedAt: sql`now()` })
    .where('tokenHash', '=', tokenHash(token))
    .execute();
}

/** The required step: first a new password when someone else chose it, then two factors when the firm requires them for the person's type (docs/rules.md#required-steps). */
const requiredStepOf = sql<RequiredStep | null>`case
  when app_user.must_change_password then 'change_password'
  when app_user.totp_secret is null and app_user.user_type = any ((select totp_required from sign_in_policy)::text[])
    then 'enrol_totp' end`;

/** Ends all sessions of a person. Returns how many were open. */
export async function endSessionsOf(db: Db, userId: string): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ revokedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Not ended, and neither idle nor old for longer than the firm allows (docs/rules.md#sessions). */
export const isLive = sql<boolean>`session.revoked_at is null
  and session.last_seen_at > now() - make_interval(mins => (select idle_minutes from sign_in_policy))
  and session.created_at > now() - make_interval(hours => (select session_hours from sign_in_policy))`;

/** Active people with their permissions. */
const readPeople = (db: Db) =>
  db
    .selectFrom('appUser')
    .select((eb) => [
      'appUser.id',
      'appUser.name',
      'appUser.email',
      'appUser.userType',
      'appUser.scope',
      'appUser.permVersion',
      'appUser.locale',
      requiredStepOf.as('must'),
      eb
        .selectFrom('userGrant')
        .whereRef('userGrant.userId', '=', 'appUser.id')
        // One text is parsed faster than an array of a hundred.
        .select(sql<string | null>`string_agg(key, ' ')`.as('keys'))
        .as('keys'),
    ])
    .where('appUser.status', '=', 'active');

/** The session, the person and their permissions, in one query for each request. */
const readCaller = (db: Db, token: string, address: string) =>
  readPeople(db)
    .innerJoin('session', 'session.userId', 'appUser.id')
    .select([
      'session.id as sessionId',
      sql<boolean>`session.last_seen_at < now() - interval '1 minute'`.as('isStale'),
    ])
    .where('session.tokenHash', '=', tokenHash(token))
    .where(isLive)
    .where(isAllowedFrom(address))
    .executeTakeFirst();

const withKeys = ({ keys, ...person }: { keys: string | null }): object => ({
  ...person,
  keys: new Set((keys ?? '').split(' ').filter(isPermission)),
});

/** A person as they are now, for work that is done in their name while they are away. Refuses PERM_DENIED for a person who is no longer active. */
export async function whoIsAbsent(db: Db, userId: string): Promise<CurrentUser> {
  const found = await readPeople(db).where('appUser.id', '=', userId).executeTakeFirst();
  if (!found) throw new Refusal('PERM_DENIED');
  return { ...withKeys(found), sessionId: noSession } as CurrentUser;
}

/** The caller. Refuses TOKEN_EXPIRED for a missing, unknown, ended or revoked session, and for one used from a network that is not allowed. */
export const whoIs =
  (db: Db) =>
  async (request: FastifyRequest): Promise<CurrentUser> => {
    const token = bearerToken(request);
    const found = token && (await readCaller(db, token, request.ip));
    if (!token || !found) throw new Refusal('TOKEN_EXPIRED');
    if (found.isStale && !request.routeOptions.config.endpoint?.passive) {
      await db
        .updateTable('session')
        .set({ lastSeenAt: sql`now()` })
        .where('tokenHash', '=', tokenHash(token))
        .execute();
    }
    const { isStale: _isStale, ...user } = found;
    return withKeys(user) as CurrentUser;
  };
