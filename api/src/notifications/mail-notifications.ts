import { sql } from 'kysely';
import type { Logger } from 'pino';
import { at } from '../db/clock.ts';
import type { Clock } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { every } from '../every.ts';
import type { CanMail } from '../mail/mail-source.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { digestOf, letterOf } from './notification-letters.ts';
import type { Addressee, Mailed } from './notification-letters.ts';

const everyMs = 5_000;
const atOnce = 50;

interface Doing {
  clock: Clock;
  publicUrl: string;
  canMail: boolean;
  stop?: AbortSignal;
}

interface Due extends Mailed, Addressee {
  id: string;
  email: string;
  isActive: boolean;
}

const what = sql`notification.id, notification.kind, notification.params,
  case when record_id is not null then json_build_object('kind', record_kind, 'id', record_id) end as record`;

const markMailed = (db: Db, ids: readonly string[], messageId: string | null) =>
  sql`update notification set mailed_at = now(), message_id = ${messageId} where id = any (${ids}::uuid[])`.execute(
    db,
  );

/** Nobody who cannot sign in is mailed. Somebody who will, such as a new colleague, then finds it under the bell. */
const dropMail = (db: Db, ids: readonly string[]) =>
  sql`update notification set mail = 'none', in_bell = true where id = any (${ids}::uuid[])`.execute(db);

/** Writes the mails of some notifications that are to be mailed at once. Those of people who are in their quiet hours wait. */
const mailSome = (root: Db, { clock, publicUrl }: Doing): Promise<number> =>
  inTransaction(root, async (db) => {
    const { rows } = await sql<Due>`
      select ${what}, person.name, person.locale, person.email, person.status = 'active' as is_active
      from notification join app_user person on person.id = notification.user_id
      where notification.mail = 'now' and notification.mailed_at is null and not is_held('notices')
        and not is_quiet(person.id, ${at(clock)})
      order by notification.created_at, notification.id limit ${atOnce} for update of notification skip locked`.execute(
      db,
    );
    for (const due of rows)
      if (due.isActive) {
        const letter = letterOf(due, due, publicUrl);
        const messageId = await enqueueMail(db, { key: `notification ${due.id}`, to: due.email, ...letter });
        await markMailed(db, [due.id], messageId);
      } else await dropMail(db, [due.id]);
    return rows.length;
  });

interface Reader extends Addressee {
  id: string;
  email: string;
  isActive: boolean;
  day: string;
  /** The key of the mail, by when it was due: somebody who travels west has the same day twice. */
  key: string;
}

const digestKey = sql`'digest ' || person.id || ' ' || extract(epoch from last.due_at)::bigint`;

/** Somebody whose daily mail is due and has something to say, and whom no other server is mailing. */
async function takeReader(db: Db, clock: Clock): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select person.id, person.name, person.locale, person.email, person.status = 'active' as is_active, last.day,
      ${digestKey} as key
    from (select distinct user_id from notification where mail = 'daily' and mailed_at is null) waiting
      join app_user person on person.id = waiting.user_id,
      lateral last_digest(person.id, ${at(clock)}) as last
    where exists (select from notification where user_id = person.id and mail = 'daily' and mailed_at is null
        and created_at < last.due_at)
      and not is_held('notices') and not is_quiet(person.id, ${at(clock)})
      and not exists (select from email_message where message_key = ${digestKey})
    order by person.id limit 1 for no key update of person skip locked`.execute(db);
  return rows[0];
}

/** Writes the daily mail of one person. Returns false if nobody’s is due. */
const mailDigest = (root: Db, { clock, publicUrl }: Doing): Promise<boolean> =>
  inTransaction(root, async (db) => {
    const reader = await takeReader(db, clock);
    if (!reader) return false;
    // Read after the lock: another server may have mailed them between this one’s look and its lock.
    const { rows } = await sql<Mailed & { id: string }>`
      select ${what} from notification where user_id = ${reader.id} and mail = 'daily' and mailed_at is null
        and created_at < ${at(clock)}
      order by created_at, id for update`.execute(db);
    const ids = rows.map(({ id }) => id);
    if (!reader.isActive) await dropMail(db, ids);
    else if (rows.length > 0) {
      const letter = digestOf(reader, { day: reader.day, rows }, publicUrl);
      const messageId = await enqueueMail(db, { key: reader.key, to: reader.email, ...letter });
      if (messageId !== null) await markMailed(db, ids, messageId);
    }
    return true;
  });

/** Without a mail server, what should be mailed comes under the bell, so that nothing is lost. */
const showInBell = (db: Db) =>
  sql`update notification set mail = 'none', in_bell = true where mail <> 'none' and mailed_at is null`.execute(
    db,
  );

/**
 * Writes the mails that are due, each once: with its notification in one transaction, under a key that the outbox has once. Any
 * number of servers may run it, and any of them may be killed.
 */
export async function mailNotifications(root: Db, doing: Doing): Promise<void> {
  if (!doing.canMail) {
    await showInBell(root);
    return;
  }
  while (!doing.stop?.aborted && (await mailSome(root, doing)) > 0);
  while (!doing.stop?.aborted && (await mailDigest(root, doing)));
}

/** Looks every few seconds. The returned function stops it after the mail under way. */
export function startNotificationMails(
  db: Db,
  { publicUrl, canMail }: Pick<Doing, 'publicUrl'> & { canMail: CanMail },
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const stopping = new AbortController();
  const stop = every(
    everyMs,
    async () =>
      mailNotifications(db, { clock: null, publicUrl, canMail: await canMail(db), stop: stopping.signal }),
    (error) => log.warn({ err: error }, 'notifications could not be mailed and wait'),
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}
