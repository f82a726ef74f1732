import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { every } from '../every.ts';
import { doInvoiceJobs } from './invoices/do-invoice-jobs.ts';
import { receivePostdated } from './receipts/postdated-cheques.ts';
import { sendRecurringLetters } from './recurring-invoices/recurring-letters.ts';

const everyMs = 500;
const pauseMs = 3_000;

/**
 * Looks twice a second for a waiting job, letter of a recurring invoice or post-dated cheque that has fallen due. The
 * returned function stops this; the item being processed is still finished.
 */
export function startInvoiceJobs(
  db: Db,
  { SMTP_URL }: Pick<Config, 'SMTP_URL'>,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const stopping = new AbortController();
  const all = async () => {
    await doInvoiceJobs(db, SMTP_URL !== undefined, stopping.signal);
    await sendRecurringLetters(db, SMTP_URL !== undefined, stopping.signal);
    await receivePostdated(db, stopping.signal);
  };
  const stop = every(
    everyMs,
    all,
    (error) => log.warn({ err: error }, 'invoice jobs failed and will be tried again'),
    {
      pauseMs,
    },
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}
