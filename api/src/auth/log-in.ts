import type { FastifyReply } from 'fastify';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { session } from '@daybook/contracts/auth/session';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { RefusalCode } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { deviceSubject } from './known-devices.ts';
import { mayWorkFrom } from './networks.ts';
import { hashPassword, needsRehash, passwordMatches } from './passwords.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import {
  accountSubject,
  addressSubject,
  forgetFailures,
  giveBackTry,
  inTurn,
  refuseWhileDelayed,
  takeTry,
  withAccount,
  withAddress,
} from './sign-in-delays.ts';
import { personBy } from './sign-in.queries.ts';
import { admit, recordDelay, recordTry } from './record-sign-in.ts';
import { useTotp } from './totp.ts';

type Credentials = ParsedInputOf<typeof session.login>;

interface Attempt {
  db: Db;
  input: Credentials;
  reply: FastifyReply;
}

interface Delays {
  /** The subject that counts this attempt: the account, or only the known browser. */
  subject: string;
  /** The subject of the IP address, which counts a failure too; null for a known browser. */
  address: string | null;
}

interface Person {
  id: string;
  totpSecret: Buffer | null;
}

/**
 * Signs in by password and, where it is set up, a code. Returns the session's token. The attempt is counted before anything
 * is hashed. Refuses RATE_LIMITED, AUTH_INVALID, NETWORK_NOT_ALLOWED, AUTH_OTP_REQUIRED (with `otp` or `recovery` named when that was wrong).
 */
export async function logIn({ db, input, reply }: Attempt): Promise<string> {
  const { request } = reply;
  const device = await deviceSubject(db, request, input.email);
  const delays: Delays = device
    ? { subject: device, address: null }
    : { subject: accountSubject(input.email), address: addressSubject(request.ip) };
  try {
    await refuseWhileDelayed(db, ...[delays.subject, delays.address].filter((one) => one !== null));
    return await inTurn(delays.subject, () => tryOnce({ db, input, reply }, delays));
  } catch (error) {
    if ((error as Partial<Refusal>).code === 'RATE_LIMITED') await recordDelay(db, request, input.email);
    throw error;
  }
}

async function tryOnce({ db, input, reply }: Attempt, delays: Delays): Promise<string> {
  const taken = await takeTry(db, delays.subject, withAccount);
  const found = await personBy(db, input.email);
  // Before the password, so that nobody elsewhere learns whether it is right.
  if (!(await mayWorkFrom(db, reply.request.ip))) {
    await fail({ db, input, reply }, delays, found?.id ?? null, 'other_network');
    throw new Refusal('NETWORK_NOT_ALLOWED');
  }
  const matches = await passwordMatches(found?.passwordHash ?? null, input.password);
  // A client's own login is refused in the same words until a client portal exists (docs/rules.md#client-logins).
  if (!found?.passwordHash || !matches || found.status !== 'active' || found.userType === 'client') {
    await fail({ db, input, reply }, delays, found?.id ?? null, 'wrong_password');
    throw new Refusal('AUTH_INVALID');
  }
  if (found.totpSecret && !input.otp && !input.recovery) {
    await giveBackTry(db, delays.subject, taken);
    throw new Refusal('AUTH_OTP_REQUIRED');
  }
  const wrong = await wrongCode({ db, input, reply }, found);
  if (wrong) {
    await fail({ db, input, reply }, delays, found.id, 'wrong_code');
    throw wrong;
  }
  await forgetFailures(db, delays.subject);
  const { id } = found;
  const token = await admit(db, reply, {
    id,
    passwordHash: await rehash(db, id, found.passwordHash, input.password),
  });
  reply.request.securityEvent = 'signed_in';
  return token;
}

async function fail(
  { db, reply: { request } }: Attempt,
  { address }: Delays,
  userId: string | null,
  outcome: 'wrong_password' | 'wrong_code' | 'other_network',
): Promise<void> {
  if (address) await takeTry(db, address, withAddress).catch(unlessDelayed);
  await recordTry(db, request, userId, outcome);
}

/** The IP address got a delay while this attempt was in progress; it applies to the next one. */
function unlessDelayed(error: Error & { code?: RefusalCode }): void {
  if (error.code !== 'RATE_LIMITED') throw error;
}

async function wrongCode({ db, input, reply }: Attempt, person: Person): Promise<Refusal | null> {
  const { id, totpSecret: sealed } = person;
  if (!sealed) return null;
  const box = reply.server.secretBox;
  const isRight = input.recovery
    ? await useRecoveryCode(db, id, input.recovery)
    : await useTotp(db, box, { id, sealed }, (input.otp ?? '').replaceAll(/\s/g, ''));
  return isRight
    ? null
    : refuseField('AUTH_OTP_REQUIRED', input.recovery ? 'recovery' : 'otp', {}, 'OTP_WRONG');
}

/** Hashes again when the settings have changed. Returns the hash that is stored now. */
async function rehash(db: Db, id: string, stored: string, password: string): Promise<string> {
  if (!needsRehash(stored)) return stored;
  const passwordHash = await hashPassword(password);
  const { numUpdatedRows } = await db
    .updateTable('appUser')
    .set({ passwordHash })
    .where('id', '=', id)
    .where('passwordHash', '=', stored)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? passwordHash : stored;
}
