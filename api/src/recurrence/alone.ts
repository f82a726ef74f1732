import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Refusal } from '@daybook/contracts/refusals';
import { apart } from '../db/apart.ts';
import type { Db } from '../db/database.ts';
import { asRefusal } from '../http/refuse.ts';

// A failure of one series does not stop the others; a lost database connection stops all of them.

export type Log = Pick<Logger, 'warn'>;

/** Runs work for one or more series, and rolls all of it back if it is refused. Logs unexpected errors. */
export async function alone(db: Db, log: Log, work: () => Promise<void>): Promise<Refusal | undefined> {
  const { refused } = await apart(db, work, (error) => {
    const refusal = asRefusal(error);
    if (refusal.code === 'INTERNAL') log.warn({ err: error }, 'a series failed');
    return refusal;
  });
  return refused;
}

/** Calculates from the terms of one series, without the database. Logs a failure and returns undefined. */
export function calculated<T>(log: Log, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    log.warn({ err: error }, 'a series cannot be calculated');
    return undefined;
  }
}

/** Pauses a series until a person looks at it. The database notifies its author, or the people who run the firm. */
export async function pauseFor(db: Db, id: string, pausedFor: 'failures' | 'missed'): Promise<void> {
  await db
    .updateTable('series')
    .set({ status: 'paused', pausedFor, statusReason: null, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}
