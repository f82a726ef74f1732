import type { Logger } from 'pino';
import { invoiceJobKinds } from './billing/invoices/invoice-job-kinds.ts';
import { openingImportJobKinds } from './billing/opening-balances/import/opening-import.ts';
import { receivePostdated } from './billing/receipts/postdated-cheques.ts';
import { sendRecurringLetters } from './billing/recurring-invoices/recurring-letters.ts';
import { clientJobKinds } from './crm/clients/client-job-kinds.ts';
import { clientImportJobKinds } from './crm/clients/import/client-import.ts';
import { priceRiseJobKinds } from './crm/price-rises/price-rise-job-kinds.ts';
import { subscriptionJobKinds } from './crm/subscriptions/subscription-job-kinds.ts';
import { enquiryImportJobKinds } from './crm/enquiries/import/enquiry-import.ts';
import type { Db } from './db/database.ts';
import { every } from './every.ts';
import { statementJobKinds } from './receivables/statements/statement-job.ts';
import { doJobs, noTurn } from './jobs/do-jobs.ts';
import type { CanMail } from './mail/mail-source.ts';
import type { JobKinds } from './jobs/job-kind.ts';
import { reminderJobKinds } from './receivables/reminders/reminder-job-kinds.ts';
import { certificateRequestJobKinds } from './receivables/withholding/certificate-request-job.ts';

const everyMs = 500;
const pauseMs = 3_000;
/** How many jobs a server does side by side, so that one slow item does not stop the others. */
const lanes = 3;

export const kindsOfJobs: JobKinds = {
  ...invoiceJobKinds,
  ...reminderJobKinds,
  ...statementJobKinds,
  ...certificateRequestJobKinds,
  ...clientJobKinds,
  ...subscriptionJobKinds,
  ...priceRiseJobKinds,
  ...clientImportJobKinds,
  ...enquiryImportJobKinds,
  ...openingImportJobKinds,
};

/**
 * Looks twice a second for a waiting job, letter of a recurring invoice or post-dated cheque that has fallen due. The
 * returned function stops this; the items being processed are still finished.
 */
export function startJobs(db: Db, canMail: CanMail, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const stopping = new AbortController();
  const doing = { kinds: kindsOfJobs, turn: noTurn(), stop: stopping.signal };
  const jobs = async () => doJobs(db, { ...doing, canMail: await canMail(db) });
  const lettersAndCheques = async () => {
    await sendRecurringLetters(db, await canMail(db), stopping.signal);
    await receivePostdated(db, stopping.signal);
  };
  const failed = (error: Error) => log.warn({ err: error }, 'jobs failed and will be tried again');
  const stops = [
    ...Array.from({ length: lanes }, () => every(everyMs, jobs, failed, { pauseMs })),
    every(everyMs, lettersAndCheques, failed, { pauseMs }),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(stops.map((stop) => stop()));
  };
}
