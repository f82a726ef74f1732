import type { Language } from '@daybook/contracts/fields';
import type { ClientMail } from '@daybook/contracts/receivables/mails/client-mails';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../../db/database.ts';
import { enqueueMail } from '../../mail/outbox.ts';
import { htmlOfParts, textOfParts } from './mail-parts.ts';
import type { MailPart } from './mail-parts.ts';

export interface ClientMailToSend extends Pick<ClientMail, 'kind' | 'day' | 'sentTo' | 'copiedTo'> {
  /** A mail with the same key is written once. */
  key: string;
  entityId: string;
  /** The client, or the payer of its group. */
  clientId: string;
  /** The number of the level; only of a reminder. */
  level?: number;
  /** The job or the nightly run that sends it. */
  runId?: string;
  /** Where replies go: the responsible person. If absent, to the installation's own address. */
  replyTo?: string;
  language: Language;
  subject: string;
  parts: readonly MailPart[];
  files: readonly { name: string; sha256: Buffer }[];
}

/**
 * Puts a mail about a client's account into the outbox, and records what was sent to whom. Returns the id of the record, or null if a
 * mail with this key was written before.
 */
export async function putClientMail(db: Db, mail: ClientMailToSend): Promise<string | null> {
  const { kind, key, entityId, clientId, day, level, runId, replyTo, language, parts, files } = mail;
  const sentTo = [...new Set(mail.sentTo)];
  const copiedTo = [...new Set(mail.copiedTo)].filter((address) => !sentTo.includes(address));
  const subject = mail.subject.replaceAll(/\s+/g, ' ');
  const body = textOfParts(parts);
  const html = htmlOfParts(language, parts);
  const messageId = await enqueueMail(db, {
    key: `${kind} ${key}`,
    to: sentTo,
    cc: copiedTo,
    ...(replyTo !== undefined && replyTo !== '' && { replyTo }),
    subject,
    body: `${body}\n`,
    html,
    files,
  });
  if (messageId === null) return null;
  const id = uuidv7();
  await db
    .insertInto('clientMail')
    .values({
      id,
      kind,
      entityId,
      clientId,
      day,
      level: level ?? null,
      runId: runId ?? null,
      messageId,
      sentTo,
      copiedTo,
      subject,
      body,
      html,
    })
    .execute();
  return id;
}
