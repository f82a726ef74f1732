import type { Logger } from 'pino';
import { sealAudit } from './audit/seal.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { keepCheckingBooks } from './books/check-books.ts';
import { keepMakingAskedChecks } from './books/checks-by-hand.ts';
import { keepDoingInvoiceJobs } from './billing/keep-doing-invoice-jobs.ts';
import { keepRunningSeries } from './keep-running-series.ts';
import { keepFoldingLedger } from './ledger/fold-ledger.ts';
import { startMail } from './mail/send-mail.ts';
import { keepSweeping } from './sweep.ts';

/** Starts what nobody waits for: it seals, checks, adds up, issues, sends and sweeps until the answer is called. Several processes may do it; one is enough. */
export function startBackground(
  database: Database,
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const stops = [
    sealAudit(database, log),
    keepCheckingBooks(database, log),
    keepMakingAskedChecks(database, log),
    keepFoldingLedger(database, log),
    keepSweeping(database, log),
    startMail(database.db, config, log),
    keepDoingInvoiceJobs(database.db, config, log),
    keepRunningSeries(database.db, config, log),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
