import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { rememberDevice } from './known-devices.ts';
import { openSession } from './sessions.ts';
import type { SignInOutcome } from './sign-in.queries.ts';

const browserOf = (request: FastifyRequest) => ({
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  address: request.ip,
});

export async function recordTry(
  db: Db,
  request: FastifyRequest,
  userId: string | null,
  outcome: SignInOutcome,
): Promise<void> {
  await db
    .insertInto('signIn')
    .values({ id: uuidv7(), userId, outcome, ...browserOf(request) })
    .execute();
}

/** Records that a person had to wait, at most once a minute, so that endless requests do not fill the history. */
export async function recordDelay(db: Db, request: FastifyRequest, email: string): Promise<void> {
  const { userAgent, address } = browserOf(request);
  await sql`
    insert into sign_in (id, user_id, outcome, user_agent, address)
    select ${uuidv7()}::uuid, id, 'delayed', ${userAgent}::text, ${address}::text from app_user
    where email = ${email} and not exists (select from sign_in
      where user_id = app_user.id and outcome = 'delayed' and at > now() - interval '1 minute')`.execute(db);
}

/**
 * Opens the session of a person whose password was right. Returns its token. Refuses AUTH_INVALID when the password changed or
 * the person left during the comparison: such a session would outlive the sessions that were ended.
 */
export async function admit(
  root: Db,
  reply: FastifyReply,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<string> {
  const { request } = reply;
  const { userAgent, address } = browserOf(request);
  return root.transaction().execute(async (db) => {
    const same = await db
      .selectFrom('appUser')
      .select('id')
      .where('id', '=', id)
      .where('passwordHash', '=', passwordHash)
      .where('status', '=', 'active')
      .forShare()
      .executeTakeFirst();
    if (!same) throw new Refusal('AUTH_INVALID');
    await recordTry(db, request, id, 'signed_in');
    await rememberDevice(db, reply, id);
    return openSession(db, id, userAgent ?? undefined, address);
  });
}
