import type { Logger } from 'pino';
import { sweepSignIns } from './auth/sweep-sign-ins.ts';
import { sweepInvoiceJobs } from './billing/invoices/invoice-jobs.queries.ts';
import type { Database } from './db/database.ts';
import { every } from './every.ts';
import { sweepAttachments } from './files/attachments.queries.ts';
import { purgeReplies } from './http/purge-replies.ts';
import { sweepRemoteLoads } from './remote-loads/remote-loads.queries.ts';

const everyMs = 3_600_000;

/** Takes away every hour what is kept for a time only, until the answer is called; several servers may. */
export function keepSweeping({ db }: Database, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const all = () =>
    Promise.all([
      sweepSignIns(db),
      sweepRemoteLoads(db),
      purgeReplies(db),
      sweepInvoiceJobs(db).then(() => sweepAttachments(db)),
    ]);
  return every(everyMs, all, (error) => log.warn({ err: error }, 'what is old waits'));
}
