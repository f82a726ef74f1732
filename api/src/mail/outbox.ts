import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/database.ts';

export interface Mail {
  /** The same key is the same mail, written once however often it is asked for. */
  key: string;
  to: string;
  subject: string;
  body: string;
}

/** Goes out after the transaction it is written in has committed, and never without it. */
export async function enqueueMail(db: Db, { key, to, subject, body }: Mail): Promise<void> {
  await db
    .insertInto('emailMessage')
    .values({ id: uuidv7(), messageKey: key, recipient: to, subject, body })
    .onConflict((conflict) => conflict.column('messageKey').doNothing())
    .execute();
}
