import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Refusal } from '@daybook/contracts/refusals';
import { apart } from '../db/apart.ts';
import type { Db } from '../db/database.ts';
import { asRefusal } from '../http/refuse.ts';

// What goes wrong in one series keeps no other from its work; a lost database keeps all.

export type Log = Pick<Logger, 'warn'>;

/** Does something for one series, or for some, undone together when it is refused. A fault of ours is told to the log. */
export async function alone(db: Db, log: Log, work: () => Promise<void>): Promise<Refusal | undefined> {
  const { refused } = await apart(db, work, (error) => {
    const refusal = asRefusal(error);
    if (refusal.code === 'INTERNAL') log.warn({ err: error }, 'a series failed');
    return refusal;
  });
  return refused;
}

/** What follows from the terms of one series, without the database; undefined where that fails, which is told to the log. */
export function calculated<T>(log: Log, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    log.warn({ err: error }, 'a series cannot be calculated');
    return undefined;
  }
}

/** A person has to look at it: whoever wrote it, or runs the firm, is told (the database does that). */
export async function pauseFor(db: Db, id: string, pausedFor: 'failures' | 'missed'): Promise<void> {
  await db
    .updateTable('series')
    .set({ state: 'paused', pausedFor, stateReason: null, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}
