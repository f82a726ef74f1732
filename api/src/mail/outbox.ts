import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/database.ts';

export interface Mail {
  /** The same key is the same mail, written once however often it is asked for. */
  key: string;
  /** Several read each other's addresses: it is one message. */
  to: string | readonly string[];
  cc?: readonly string[];
  /** Whom an answer goes to, where it is not the house. */
  replyTo?: string;
  subject: string;
  body: string;
  /** The kept file of an invoice. */
  attached?: { fileOf: string; fileName: string };
  /** Other files that are kept here. */
  files?: readonly { name: string; sha256: Buffer; attachmentId?: string }[];
}

const listed = (addresses: readonly string[]): string => addresses.join(', ');

/** Goes out after the transaction it is written in has committed, and never without it. Answers its id. */
export async function enqueueMail(db: Db, mail: Mail): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('emailMessage')
    .values({
      id,
      messageKey: mail.key,
      recipient: listed([mail.to].flat()),
      cc: listed(mail.cc ?? []),
      replyTo: mail.replyTo ?? null,
      subject: mail.subject,
      body: mail.body,
      ...mail.attached,
    })
    .onConflict((conflict) => conflict.column('messageKey').doNothing())
    .execute();
  if (mail.files?.length)
    await db
      .insertInto('emailFile')
      .values(mail.files.map((file, index) => ({ messageId: id, no: index + 1, ...file })))
      .execute();
  return id;
}
