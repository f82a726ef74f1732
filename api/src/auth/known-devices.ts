import { createHash, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { apiBase } from '@daybook/contracts/endpoint';
import type { Db } from '../db/database.ts';

const name = 'daybook_device';
const oneYear = 31_536_000;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const tokenOf = (request: FastifyRequest): string | null =>
  /^[\w-]{43}$/.exec(parseCookie(request.headers.cookie ?? '')[name] ?? '')?.[0] ?? null;

/** The subject of the delays of a browser that signed this person in before: it waits only for its own attempts. Null for other browsers. */
export async function deviceSubject(db: Db, request: FastifyRequest, email: string): Promise<string | null> {
  const token = tokenOf(request);
  if (token === null) return null;
  const known = await db
    .selectFrom('knownDevice')
    .innerJoin('appUser', 'appUser.id', 'knownDevice.userId')
    .select('knownDevice.userId')
    .where('knownDevice.tokenHash', '=', hashOf(token))
    .where('appUser.email', '=', email)
    .executeTakeFirst();
  return known ? `device ${hashOf(token).toString('base64url')}` : null;
}

/** Remembers the browser. That grants no access; attempts from elsewhere no longer delay it. */
export async function rememberDevice(db: Db, reply: FastifyReply, userId: string): Promise<void> {
  const { request } = reply;
  const given = tokenOf(request);
  const known =
    given &&
    (await db
      .updateTable('knownDevice')
      .set({ seenAt: sql<string>`now()` })
      .where('tokenHash', '=', hashOf(given))
      .where('userId', '=', userId)
      .returning('userId')
      .executeTakeFirst());
  const token = known ? given : randomBytes(32).toString('base64url');
  if (!known)
    await db
      .insertInto('knownDevice')
      .values({ tokenHash: hashOf(token), userId })
      .execute();
  const cookie = stringifySetCookie({
    name,
    value: token,
    path: `${apiBase}/auth`,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: oneYear,
  });
  void reply.header('Set-Cookie', cookie);
}
