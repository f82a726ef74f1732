import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/database.ts';

export interface Mail {
  /** A mail with the same key is written once, however often it is requested. */
  key: string;
  /** Several recipients see each other's addresses, because it is one message. */
  to: string | readonly string[];
  cc?: readonly string[];
  /** The address for replies, if it is not the sender’s. */
  replyTo?: string;
  subject: string;
  body: string;
  /** The same content as `body`, for mail programs that show HTML. */
  html?: string;
  /** The stored PDF of an invoice. */
  attached?: { fileOf: string; fileName: string };
  /** Other stored files. */
  files?: readonly { name: string; sha256: Buffer; attachmentId?: string }[];
}

const listed = (addresses: readonly string[]): string => addresses.join(', ');

/**
 * Writes a mail to the outbox; it is sent only after the transaction has committed. Returns its id, or null if a mail with its
 * key is there.
 */
export async function enqueueMail(db: Db, mail: Mail): Promise<string | null> {
  const id = uuidv7();
  const written = await db
    .insertInto('emailMessage')
    .values({
      id,
      messageKey: mail.key,
      recipient: listed([mail.to].flat()),
      cc: listed(mail.cc ?? []),
      replyTo: mail.replyTo ?? null,
      subject: mail.subject,
      body: mail.body,
      html: mail.html ?? null,
      ...mail.attached,
    })
    .onConflict((conflict) => conflict.column('messageKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) return null;
  if (mail.files?.length)
    await db
      .insertInto('emailFile')
      .values(mail.files.map((file, index) => ({ messageId: id, no: index + 1, ...file })))
      .execute();
  return id;
}

/**
 * Mails that wait for a mail server that could not be reached, or that did not take the account, are due now. One that waits for less
 * than a minute may be on its way.
 */
export const endOutage = (db: Db, outages: Iterable<string>) =>
  sql`update email_message set next_attempt_at = now() where sent_at is null and failed_at is null
    and next_attempt_at > now() + interval '1 minute' and split_part(last_error, ' ', 1) = any (${[...outages]}::text[])`.execute(
    db,
  );
