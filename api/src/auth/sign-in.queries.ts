import type { signInOutcomes } from '@daybook/contracts/auth/account';
import type { Db } from '../db/database.ts';

export type SignInOutcome = (typeof signInOutcomes)[number];

/** The person whose password is asked for. An unknown address is processed and recorded in the same way. */
export const personBy = (db: Db, email: string) =>
  db
    .selectFrom('appUser')
    .select(['id', 'passwordHash', 'userType', 'status', 'totpSecret'])
    .where('email', '=', email)
    .executeTakeFirst();
