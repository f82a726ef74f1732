import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Language } from '@daybook/contracts/fields';
import type { Database, Db } from '../db/database.ts';
import { every } from '../every.ts';
import { auditHeadLetter } from '../mail/letters.ts';
import type { CanMail } from '../mail/mail-source.ts';
import { enqueueMail } from '../mail/outbox.ts';
import type { Head, KeptHead } from './kept-head.ts';
import { compareHead, overdueSince } from './verify.ts';

const everyMs = 60_000;
const hourMs = 3_600_000;

async function headOf(db: Db): Promise<Head | null> {
  const head = await db
    .selectFrom('auditSeal')
    .select(['seq', 'eventId', sql<string>`encode(hash, 'hex')`.as('hash')])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return head ?? null;
}

/**
 * Replaces the head kept outside by the latest one. Not when the chain no longer leads to it: then it stays, because it is the
 * proof, until somebody removes it. Returns the latest head.
 */
export async function keepHead(db: Db, kept: KeptHead, log: Pick<Logger, 'warn'>): Promise<Head | null> {
  const before = await kept.read();
  const wrong = before && (await compareHead(db, before));
  if (wrong) {
    log.warn(wrong, 'the audit log does not lead to the head that was kept outside the database');
    return null;
  }
  const head = await headOf(db);
  if (head && head.hash !== before?.hash) await kept.keep(head);
  return head;
}

/** Mails the head to the addresses of the settings, once a day to each, in the language of the person with the address. */
export async function mailHead(db: Db, { seq, hash }: Head): Promise<void> {
  const { rows } = await sql<{ address: string; locale: Language; day: string }>`
    select address, coalesce((select locale from app_user where email = address), 'en') as locale, current_date::text as day
    from sign_in_policy, unnest(audit_head_to) as address`.execute(db);
  for (const { address, locale, day } of rows)
    await enqueueMail(db, {
      key: `audit-head/${day}/${address}`,
      to: address,
      ...auditHeadLetter(locale, { day, seq: String(seq), hash }),
    });
}

interface Publishing {
  kept: KeptHead;
  canMail: CanMail;
  log: Pick<Logger, 'warn'>;
  /** Always written, whatever the level of the log. */
  security: Pick<Logger, 'info'>;
}

/**
 * Brings the head of the chain out of the database: every minute into the file, every hour into the log, every day by mail. Warns
 * while rows wait too long for their seal. The returned function stops it.
 */
export function startHeadPublishing({ db }: Database, publishing: Publishing): () => Promise<void> {
  const { kept, canMail, log, security } = publishing;
  let logged = { hash: '', at: -hourMs };
  const publish = async () => {
    const since = await overdueSince(db);
    if (since !== null) log.warn({ since }, 'rows of the audit log have waited too long for their seal');
    const head = await keepHead(db, kept, log);
    if (head === null) return;
    if (head.hash !== logged.hash && performance.now() - logged.at >= hourMs) {
      security.info({ event: 'audit_head', ...head }, 'head of the audit log');
      logged = { hash: head.hash, at: performance.now() };
    }
    if (await canMail(db)) await mailHead(db, head);
  };
  return every(
    everyMs,
    publish,
    (error) => log.warn({ err: error }, 'the head of the audit log was not kept'),
    {
      atOnce: true,
    },
  );
}
