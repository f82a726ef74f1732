import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Db } from '../db/database.ts';

const everyMs = 3_600_000;

const before = (interval: string) => sql<string>`now() - ${interval}::interval`;

/** Takes away what signing in leaves behind: delays that are over, sessions that ended, tries and browsers of a year ago. */
export async function sweepSignIns(db: Db): Promise<void> {
  await db.deleteFrom('signInDelay').where('lastFailedAt', '<', before('1 day')).execute();
  await db.deleteFrom('session').where('createdAt', '<', before('30 days')).execute();
  await db.deleteFrom('signIn').where('at', '<', before('1 year')).execute();
  await db.deleteFrom('knownDevice').where('seenAt', '<', before('1 year')).execute();
}

/** Sweeps every hour until the answer is called; several servers may, there is only less left to do. */
export function keepSweeping({ db }: Database, log: Pick<Logger, 'warn'>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweepSignIns(db).catch((error: Error) => log.warn({ err: error }, 'old sign-ins wait'));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
