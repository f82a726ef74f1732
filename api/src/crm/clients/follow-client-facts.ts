import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.ts';
import { every } from '../../every.ts';

const everyMs = 300_000;

/** Follows tax numbers that began or ended with the day, so that lists know what clients lack today. Several servers may run it. */
export const followClientFacts = (db: Db) => sql`select client_facts_follow_day()`.execute(db);

/** Looks every few minutes, because midnight comes at another time in each zone. The returned function stops it. */
export const startClientFacts = (db: Db, log: Pick<Logger, 'warn'>): (() => Promise<void>) =>
  every(
    everyMs,
    () => followClientFacts(db),
    (error) => log.warn({ err: error }, 'the facts of clients could not follow the day'),
  );
