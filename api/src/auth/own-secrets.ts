import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { actAs } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { endOtherSessions } from './change-account.ts';
import type { CurrentUser } from './current-user.ts';
import { hashPassword, passwordMatches, refuseWeakPassword } from './passwords.ts';
import { endRecoveryCodes, replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
import { forgetFailures, giveBackTry, inTurn, takeTry, withAccount } from './sign-in-delays.ts';
import { totpRequired } from './sign-in-policy.ts';
import { newTotpSecret, useTotp } from './totp.ts';

/** A person's own password and codes. No reply with them is stored, so each function opens its transaction itself. */
interface Own {
  db: Db;
  user: CurrentUser;
  reply: FastifyReply;
}

const writeAs = <T>(
  { db: root, user, reply: { request } }: Own,
  action: string,
  work: (db: Db) => Promise<T>,
) =>
  root.transaction().execute(async (db) => {
    await db.executeQuery(actAs(user.id, request.id, action, request.ip));
    return work(db);
  });

/** Limits attempts, so that nobody guesses at an unlocked screen. Refuses what `isRight` refuses, RATE_LIMITED. */
async function confirm(
  { db, user }: Own,
  isRight: (
    stored: { passwordHash: string | null; totpSecret: Buffer | null },
    giveBack: () => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const subject = `password ${user.id}`;
  await inTurn(subject, async () => {
    const taken = await takeTry(db, subject, withAccount);
    const stored = await db
      .selectFrom('appUser')
      .select(['passwordHash', 'totpSecret'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    await isRight(stored, () => giveBackTry(db, subject, taken));
    await forgetFailures(db, subject);
  });
}

async function refuseWrongPassword(field: string, passwordHash: string | null, password: string) {
  if (!(await passwordMatches(passwordHash, password))) throw refuseField('PASSWORD_WRONG', field);
}

export interface Proof {
  password: string;
  /** Of the app, or a recovery code; needed where two factors are on. */
  code?: string | undefined;
}

/** Whoever knows only the password may not end or replace the second factor. Refuses PASSWORD_WRONG, REQUIRED and OTP_WRONG on `code`, RATE_LIMITED. */
async function confirmPerson(own: Own, { password, code = '' }: Proof): Promise<void> {
  const { db, user, reply } = own;
  await confirm(own, async ({ passwordHash, totpSecret: sealed }, giveBack) => {
    await refuseWrongPassword('password', passwordHash, password);
    if (!sealed) return;
    if (code === '') {
      // Asking whether a code is needed is no guess.
      await giveBack();
      throw refuseField('INPUT_INVALID', 'code', {}, 'REQUIRED');
    }
    const otp = code.replaceAll(/\s/g, '');
    const isRight = /^\d{6}$/.test(otp)
      ? await useTotp(db, reply.server.secretBox, { id: user.id, sealed }, otp)
      : await useRecoveryCode(db, user.id, code);
    if (!isRight) throw refuseField('OTP_WRONG', 'code');
  });
}

/** Refuses PASSWORD_WRONG on `current`, PASSWORD_COMMON and PASSWORD_SAME on `next`. */
export async function changePassword(own: Own, { current, next }: { current: string; next: string }) {
  const { user, reply } = own;
  await refuseWeakPassword('next', next, [user.name, user.email, ...user.email.split('@')]);
  await confirm(own, ({ passwordHash }) => refuseWrongPassword('current', passwordHash, current));
  if (next.normalize('NFKC') === current.normalize('NFKC'))
    throw refuseField('INPUT_INVALID', 'next', {}, 'PASSWORD_SAME');
  const passwordHash = await hashPassword(next);
  await writeAs(own, 'auth.changePassword', async (db) => {
    await db
      .updateTable('appUser')
      .set({ passwordHash, passwordChangedAt: sql<string>`now()`, mustChangePassword: false })
      .where('id', '=', user.id)
      .execute();
    // A link that was requested earlier no longer works.
    await db.deleteFrom('oneTimeLink').where('userId', '=', user.id).execute();
    await endOtherSessions(db, user);
  });
  reply.request.securityEvent = 'password_changed';
}

/** A new secret, which takes effect once a code of it is confirmed. Refuses what `confirmPerson` refuses. */
export async function beginTotp(own: Own, proof: Proof): Promise<{ secret: string; uri: string }> {
  const { db, user, reply } = own;
  await confirmPerson(own, proof);
  const { bytes, secret, uri } = newTotpSecret(user.email);
  await db
    .updateTable('appUser')
    .set({ totpPending: reply.server.secretBox.seal(bytes, user.id) })
    .where('id', '=', user.id)
    .execute();
  return { secret, uri };
}

/** Refuses OTP_WRONG on `otp`, STATE_NOT_ALLOWED when no set-up was begun. */
export async function confirmTotp(own: Own, otp: string): Promise<{ recoveryCodes: string[] }> {
  const { user, reply } = own;
  const recoveryCodes = await writeAs(own, 'auth.confirmTotp', async (db) => {
    const { totpPending: sealed } = await db
      .selectFrom('appUser')
      .select('totpPending')
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!sealed) throw new Refusal('STATE_NOT_ALLOWED');
    // The used steps belong to the previous secret.
    await db.updateTable('appUser').set({ totpLastStep: null }).where('id', '=', user.id).execute();
    if (!(await useTotp(db, reply.server.secretBox, { id: user.id, sealed }, otp)))
      throw refuseField('OTP_WRONG', 'otp');
    await db
      .updateTable('appUser')
      .set({ totpSecret: sealed, totpPending: null })
      .where('id', '=', user.id)
      .execute();
    return replaceRecoveryCodes(db, user.id);
  });
  reply.request.securityEvent = 'two_factors_changed';
  return { recoveryCodes };
}

/** Refuses what `confirmPerson` refuses, TOTP_ENFORCED. */
export async function endTotp(own: Own, proof: Proof): Promise<void> {
  const { db: root, user, reply } = own;
  if ((await totpRequired(root)).includes(user.userType)) throw new Refusal('TOTP_ENFORCED');
  await confirmPerson(own, proof);
  await writeAs(own, 'auth.endTotp', async (db) => {
    await db
      .updateTable('appUser')
      .set({ totpSecret: null, totpPending: null, totpLastStep: null })
      .where('id', '=', user.id)
      .execute();
    await endRecoveryCodes(db, user.id);
  });
  reply.request.securityEvent = 'two_factors_changed';
}
