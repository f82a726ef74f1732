import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { SecretBox } from './secret-box.ts';

const period = 30;

const totpOf = (secret: Buffer, label: string): TOTP =>
  new TOTP({
    issuer: 'Daybook',
    label,
    period,
    digits: 6,
    algorithm: 'SHA1',
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

/** 160 bits, as RFC 4226 recommends: in base 32 for typing, and as an address for a QR code. */
export function newTotpSecret(email: string): { bytes: Buffer; secret: string; uri: string } {
  const { buffer, base32 } = new Secret({ size: 20 });
  const bytes = Buffer.from(buffer);
  return { bytes, secret: base32, uri: totpOf(bytes, email).toString() };
}

/** The 30-second step of this code: the current step, or the step before or after it. Null for a wrong code. */
function stepOf(secret: Buffer, otp: string): number | null {
  const timestamp = Date.now();
  const delta = totpOf(secret, '').validate({ token: otp, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

interface Enrolled {
  id: string;
  sealed: Buffer;
}

/** Uses up a code: of two people who send one code at once, one gets in. False when it is wrong or its step was used. */
export async function useTotp(db: Db, box: SecretBox, { id, sealed }: Enrolled, otp: string) {
  const step = stepOf(box.open(sealed, id), otp);
  if (step === null) return false;
  const used = await db
    .updateTable('appUser')
    .set({ totpLastStep: step })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(totp_last_step, 0) < ${step}`)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
