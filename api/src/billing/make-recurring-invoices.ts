import { theSystem } from '../auth/the-system.ts';
import type { Db } from '../db/database.ts';
import type { Job } from '../recurrence/series-runs.ts';
import { knownRate } from '../settings/exchange-rates.queries.ts';
import { askApproval } from './approve-invoice.ts';
import { createDraft } from './invoice-drafts.ts';
import { issueInvoice } from './invoice-issue.ts';
import { sendUsualLetter } from './invoice-mails.queries.ts';
import { recurringDraft, recurringTerms } from './recurring-drafts.ts';
import type { RecurringTerms } from './recurring-drafts.ts';

async function rateOf(db: Db, { entityId, currency }: RecurringTerms, date: string): Promise<string | null> {
  const { baseCurrency } = await db
    .selectFrom('billingEntity')
    .select('baseCurrency')
    .where('id', '=', entityId)
    .executeTakeFirstOrThrow();
  if (currency === baseCurrency) return null;
  return (await knownRate(db, { from: currency, to: baseCurrency, date }))?.rate ?? null;
}

/** Where somebody has to approve it first, it waits for them, whatever the series says (ruling 26). */
async function makeOne(db: Db, terms: RecurringTerms, job: Job, canMail: boolean): Promise<void> {
  const draft = recurringDraft(terms, job, await rateOf(db, terms, job.series.today));
  const made = await createDraft(db, theSystem, {
    ...draft,
    series: { seriesId: job.series.id, nominalOn: job.occurrence.nominal },
  });
  if (terms.mode === 'draft') return;
  if (made.approval.isNeeded) {
    await askApproval(db, theSystem, made);
    return;
  }
  await issueInvoice(db, theSystem, made.id, made.version);
  if (terms.mode === 'issue_send') await sendUsualLetter(db, theSystem, { id: made.id, nth: 1 }, canMail);
}

/** The invoices of some occurrences. Refuses what a person would be refused who made them by hand. */
export async function makeRecurringInvoices(db: Db, jobs: readonly Job[], canMail: boolean): Promise<void> {
  const found = await recurringTerms(db, [...new Set(jobs.map(({ series }) => series.id))]);
  const terms = new Map(found.map((one) => [one.seriesId, one]));
  for (const job of jobs) {
    const ofSeries = terms.get(job.series.id);
    if (!ofSeries) throw new Error('a series of invoices without its terms');
    await makeOne(db, ofSeries, job, canMail);
  }
}
