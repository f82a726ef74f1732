import type { Logger } from 'pino';
import { makeRecurringInvoices } from '../billing/make-recurring-invoices.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { every } from '../every.ts';
import { makeRecurringTasks } from '../tasks/make-recurring-tasks.ts';
import { findNextDays } from './find-next-days.ts';
import { runSeries } from './run-series.ts';
import type { Makers } from './run-series.ts';

const everyMs = 30_000;

export const makersOf = (canMail: boolean): Makers => ({
  task: makeRecurringTasks,
  invoice: (db, jobs) => makeRecurringInvoices(db, jobs, canMail),
});

/** Twice a minute makes what the day asks for, until the answer is called; what is under way is then still made. */
export function keepRunningSeries(
  db: Db,
  { SMTP_URL }: Pick<Config, 'SMTP_URL'>,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const stopping = new AbortController();
  const run = { makers: makersOf(SMTP_URL !== undefined), log, clock: null };
  const all = async () => {
    while (!stopping.signal.aborted && (await findNextDays(db, null, log)) > 0);
    while (!stopping.signal.aborted && (await runSeries(db, run)) > 0);
  };
  const stop = every(everyMs, all, (error) => log.warn({ err: error }, 'series wait'), { atOnce: true });
  return async () => {
    stopping.abort();
    await stop();
  };
}
