import { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import type { SentMessageInfo } from 'nodemailer/lib/smtp-transport/index.js';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { every } from '../every.ts';
import { piecesOf } from '../files/file-content.ts';
import { markRefused } from './refused-addresses.ts';
import type { RefusedRecipient } from './refused-addresses.ts';

/** After so many replies that refuse it, a mail is given up. */
const mostAttempts = 8;
/** While the mail server cannot be reached, no mail is at fault: each waits for about a day. */
const mostDuringOutage = 30;
export const outages: ReadonlySet<string> = new Set([
  'EAUTH',
  'ECONNECTION',
  'EDNS',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
]);
/** How many mails are sent side by side, each over a connection of its own that stays open for the next one. */
export const connections = 3;
/** The most mails to one domain in a minute. Mailbox providers take more for an attack, and then refuse them all. */
const mostAMinute = 100;

/** How long the lease on a mail lasts, so that no other server sends it. It is renewed while the mail is being sent. */
export interface Lease {
  ms: number;
  renewedEveryMs: number;
}
/** The advisory lock of whoever takes the next mail. */
const takingKey = 4_217_021;

const usualLease: Lease = { ms: 60_000, renewedEveryMs: 20_000 };

interface Taken {
  id: string;
  recipient: string;
  cc: string;
  replyTo: string | null;
  subject: string;
  body: string;
  html: string | null;
  fileOf: string | null;
  fileName: string | null;
  attempts: number;
  /** Of the attempt before. */
  lastError: string | null;
}

/** The domains that have had as many mails as they may have in a minute. */
const full = (most: number) => sql`array(select domain from email_message, unnest(domains) as domain
  where attempted_at > now() - interval '1 minute' group by domain having count(*) >= ${most})`;

/** Whether it notifies somebody who is in quiet hours: it was due before them, and the mail server was away. */
const inQuietHours = sql`exists (select from notification where message_id = email_message.id and is_quiet(user_id, now()))`;

/**
 * Takes the mail that has waited longest, and counts the attempt before it is made. When a server dies on the way, another one
 * takes the mail at the end of the lease. Senders take one after the other, so that a domain gets no mail too many.
 */
const takeDue = (root: Db, { ms }: Lease, most: number): Promise<Taken | undefined> =>
  root.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${takingKey})`.execute(db);
    const taken = await sql<Taken>`
      update email_message set attempts = attempts + 1, attempted_at = now(),
        next_attempt_at = now() + interval '1 millisecond' * ${ms}
      where id = (select id from email_message
        where sent_at is null and failed_at is null and next_attempt_at <= now() and not is_held('mails')
          and not domains && ${full(most)} and not ${inQuietHours}
        order by next_attempt_at limit 1 for update skip locked)
      returning id, recipient, cc, reply_to, subject, body, html, file_of, file_name, attempts, last_error`.execute(
      db,
    );
    return taken.rows[0];
  });

/** Does the work and renews the lease meanwhile. */
async function leased<T>(db: Db, { id }: Taken, lease: Lease, work: () => Promise<T>): Promise<T> {
  const renew = () =>
    sql`update email_message set next_attempt_at = now() + interval '1 millisecond' * ${lease.ms} where id = ${id}`.execute(
      db,
    );
  // Without the database no other server can take the mail either.
  const stopRenewing = every(lease.renewedEveryMs, renew, () => undefined);
  try {
    return await work();
  } finally {
    await stopRenewing();
  }
}

/** Half a minute after the first attempt, then twice as long each time, up to about an hour. */
const putOff = (attempts: number) =>
  sql<string>`now() + interval '30 seconds' * 2 ^ ${Math.min(attempts, mostAttempts) - 1}::int`;

interface SendError {
  code?: string;
  responseCode?: number;
  /** If the mail server refused every recipient. */
  rejectedErrors?: RefusedRecipient[];
}

/** The code of an SMTP reply or of a broken connection. The text is left out, because it may contain an address. */
const reasonOf = (error: Omit<SendError, 'rejectedErrors'>): string =>
  [error.code ?? 'EUNKNOWN', error.responseCode].filter(Boolean).join(' ');

const isOutage = (reason: string | null): boolean => outages.has(reason?.split(' ')[0] ?? '');

/** Empties a mail that is sent or given up, because it may contain a link. */
const ended = { body: '', html: null };

/** Postpones a mail or gives it up. After an outage, a mail that the server refuses gets as many attempts as any other. */
async function keepWaiting(
  db: Db,
  { id, attempts: made, lastError: before }: Taken,
  reason: string,
): Promise<void> {
  const isOut = isOutage(reason);
  const attempts = !isOut && isOutage(before) ? 1 : made;
  await db
    .updateTable('emailMessage')
    .set({
      ...(attempts !== made && { attempts }),
      lastError: reason,
      nextAttemptAt: putOff(attempts),
      ...(attempts < (isOut ? mostDuringOutage : mostAttempts)
        ? {}
        : { failedAt: sql<string>`now()`, ...ended }),
    })
    .where('id', '=', id)
    .execute();
}

async function invoiceFile(db: Db, id: string): Promise<Buffer> {
  const { content } = await db
    .selectFrom('invoiceFile')
    .select('content')
    .where('invoiceId', '=', id)
    .executeTakeFirstOrThrow();
  return content;
}

/** The document, then the files attached to it. */
async function attachmentsOf(db: Db, { id, fileOf, fileName }: Taken) {
  const files = await db
    .selectFrom('emailFile')
    .innerJoin('fileContent', 'fileContent.sha256', 'emailFile.sha256')
    .select(['name as filename', 'fileContent.sha256', 'type as contentType'])
    .where('messageId', '=', id)
    .orderBy('no')
    .execute();
  const others = files.map(({ sha256, ...file }) => ({
    ...file,
    content: Readable.from(piecesOf(db, sha256)),
  }));
  if (fileOf === null || fileName === null) return others;
  const content = await invoiceFile(db, fileOf);
  return [{ filename: fileName, content, contentType: 'application/pdf' }, ...others];
}

interface Sending {
  from: string;
  name: string | null;
  usualReplyTo: string | null;
  lease: Lease;
}

async function sendOne(
  db: Db,
  transport: Transporter<SentMessageInfo>,
  { from, name, usualReplyTo, lease }: Sending,
  mail: Taken,
): Promise<void> {
  const { id, recipient, cc, subject, body, html } = mail;
  const replyTo = mail.replyTo ?? usualReplyTo;
  const attachments = await attachmentsOf(db, mail);
  let sent: SentMessageInfo;
  try {
    const letter = {
      // The same for all attempts, so that a mailbox recognises a second copy.
      messageId: `<${id}@${from.split('@')[1]}>`,
      from: name === null ? from : { name, address: from },
      to: recipient,
      ...(cc === '' ? {} : { cc }),
      ...(replyTo === null ? {} : { replyTo }),
      subject,
      text: body,
      ...(html === null ? {} : { html }),
      attachments,
    };
    sent = await leased(db, mail, lease, async () => transport.sendMail(letter));
  } catch (error) {
    const { rejectedErrors = [], ...reply } = error as SendError;
    await markRefused(db, id, { refused: rejectedErrors, accepted: [] });
    await keepWaiting(db, mail, reasonOf(reply));
    return;
  }
  await db
    .updateTable('emailMessage')
    .set({ sentAt: sql<string>`now()`, lastError: null, refused: sent.rejected, ...ended })
    .where('id', '=', id)
    .execute();
  // Last, because a mail that was accepted must not be sent again, whatever becomes of the marks.
  await markRefused(db, id, { refused: sent.rejectedErrors ?? [], accepted: sent.accepted });
}

/** How mails are sent; the usual values, but for tests. */
interface Pace {
  lease?: Lease;
  mostAMinute?: number;
  /** Where replies go to a mail that does not say it itself. */
  replyTo?: string | null;
  /** Shown beside the sender. */
  name?: string | null;
}

/** Sends all due mails, several side by side, until it is stopped. Returns how many were attempted. */
export async function sendDueMail(
  db: Db,
  transport: Transporter<SentMessageInfo>,
  from: string,
  stop?: AbortSignal,
  { lease = usualLease, mostAMinute: most = mostAMinute, replyTo = null, name = null }: Pace = {},
): Promise<number> {
  let tried = 0;
  const lane = async () => {
    for (;;) {
      const mail = stop?.aborted ? undefined : await takeDue(db, lease, most);
      if (!mail) return;
      tried += 1;
      await sendOne(db, transport, { from, name, usualReplyTo: replyTo, lease }, mail);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: connections }, lane));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return tried;
}
