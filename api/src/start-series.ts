import type { Logger } from 'pino';
import { prepareRecurringInvoices } from './billing/recurring-invoices/make-recurring-invoices.ts';
import type { CanMail } from './mail/mail-source.ts';
import type { Db } from './db/database.ts';
import { every } from './every.ts';
import { findNextDays } from './recurrence/find-next-days.ts';
import type { Makers } from './recurrence/make-jobs.ts';
import { runSeries } from './recurrence/run-series.ts';
import { makeRecurringTasks } from './tasks/recurring-tasks/make-recurring-tasks.ts';

const everyMs = 30_000;

export const makersOf = (canMail: boolean): Makers => ({
  // Only the database knows what is wrong with a task.
  task: async (db) => ({ refused: new Map(), make: (jobs) => makeRecurringTasks(db, jobs) }),
  invoice: (db, jobs) => prepareRecurringInvoices(db, jobs, canMail),
});

/** Creates what the series are due to create, twice a minute. The returned function stops it after the batch under way. */
export function startSeries(db: Db, canMail: CanMail, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const stopping = new AbortController();
  const all = async () => {
    const run = { makers: makersOf(await canMail(db)), log, clock: null };
    while (!stopping.signal.aborted && (await findNextDays(db, null, log)) > 0);
    while (!stopping.signal.aborted && (await runSeries(db, run)) > 0);
  };
  const stop = every(everyMs, all, (error) => log.warn({ err: error }, 'the series could not be run'), {
    atOnce: true,
  });
  return async () => {
    stopping.abort();
    await stop();
  };
}
