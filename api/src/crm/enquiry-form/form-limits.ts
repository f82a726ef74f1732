import { createHash } from 'node:crypto';
import type { Refusal } from '@daybook/contracts/refusals';
import { addressSubject, takeTry } from '../../auth/sign-in-delays.ts';
import type { Db } from '../../db/database.ts';

/** What one IP address may send in an hour before it has to wait: a whole office may share it. */
const ofAddress = { free: 5, factor: 30, forgetAfter: '1 day' };
/** What all may send in an hour. */
const ofAll = { free: 100, factor: 2, forgetAfter: '1 day' };
/** Beyond that, what addresses may send that have sent nothing else in this hour. */
const ofOthers = { free: 200, factor: 2, forgetAfter: '1 day' };
/** How many confirmations an e-mail address gets in a day. */
const ofMailbox = { free: 2, factor: 900, forgetAfter: '1 day' };

const hour = (): string => new Date().toISOString().slice(0, 13);
const day = (): string => new Date().toISOString().slice(0, 10);

const isRateLimited = (error: unknown): boolean => (error as Partial<Refusal>).code === 'RATE_LIMITED';

/**
 * Counts an enquiry by IP address and in all, before anything else is done. While many addresses flood the form, another one can still
 * send its first enquiry of the hour. Refuses RATE_LIMITED.
 */
export async function takeEnquiryTry(db: Db, ip: string): Promise<void> {
  const own = await takeTry(db, `enquiry ${hour()} ${addressSubject(ip)}`, ofAddress);
  try {
    await takeTry(db, `enquiry ${hour()} all`, ofAll);
  } catch (error) {
    if (!isRateLimited(error) || own > 1) throw error;
    await takeTry(db, `enquiry ${hour()} others`, ofOthers);
  }
}

/** Whether an e-mail address may get another confirmation, so that nobody floods another person's mailbox through the form. */
export async function mayConfirmTo(db: Db, email: string): Promise<boolean> {
  const digest = createHash('sha256').update(email).digest('base64url');
  try {
    await takeTry(db, `enquiry ${day()} mail ${digest}`, ofMailbox);
    return true;
  } catch (error) {
    if (isRateLimited(error)) return false;
    throw error;
  }
}
