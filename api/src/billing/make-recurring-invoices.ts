import { theSystem } from '../auth/the-system.ts';
import type { Db } from '../db/database.ts';
import type { Job } from '../recurrence/series-runs.ts';
import { knownRate } from '../settings/exchange-rates.queries.ts';
import { askApproval } from './approve-invoice.ts';
import type { Draft } from './invoice-drafts.ts';
import { issueKept, keepDrafts } from './issue-together.ts';
import { recurringDraft, recurringTerms } from './recurring-drafts.ts';
import type { RecurringTerms } from './recurring-drafts.ts';
import { orderLetters } from './recurring-letters.ts';

const rateOf = async (
  db: Db,
  { currency, baseCurrency }: RecurringTerms,
  date: string,
): Promise<string | null> =>
  currency === baseCurrency
    ? null
    : ((await knownRate(db, { from: currency, to: baseCurrency, date }))?.rate ?? null);

/**
 * The invoices of some occurrences, in a few journeys for all. Where somebody has to approve them first they wait for that,
 * whatever the series says (ruling 26). What is sent leaves after the commit. Refuses what a person would be refused who
 * made them by hand.
 */
export async function makeRecurringInvoices(db: Db, jobs: readonly Job[], canMail: boolean): Promise<void> {
  const found = await recurringTerms(db, [...new Set(jobs.map(({ series }) => series.id))]);
  const terms = new Map(found.map((one) => [one.seriesId, one]));
  const wanted: { own: RecurringTerms; draft: Draft; made: { seriesId: string; nominalOn: string } }[] = [];
  for (const job of jobs) {
    const own = terms.get(job.series.id);
    if (!own) throw new Error('a series of invoices without its terms');
    const draft = recurringDraft(own, job, await rateOf(db, own, job.series.today));
    wanted.push({ own, draft, made: { seriesId: job.series.id, nominalOn: job.occurrence.nominal } });
  }
  const kept = await keepDrafts(db, theSystem, wanted);
  const goesOut = kept.map((one, index) => ({
    ...one,
    own: wanted[index]?.own,
    clientId: wanted[index]?.draft.clientId ?? '',
  }));
  const issues = goesOut.filter(({ own }) => own?.mode !== 'draft' && !own?.invoiceApproval);
  await issueKept(db, issues);
  for (const { id, own } of goesOut)
    if (own?.mode !== 'draft' && own?.invoiceApproval) await askApproval(db, theSystem, { id, version: 1 });
  await orderLetters(
    db,
    issues.filter(({ own }) => own?.mode === 'issue_send'),
    canMail,
  );
}
