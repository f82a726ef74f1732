import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import { theSystem } from '../../auth/the-system.ts';
import type { Db } from '../../db/database.ts';
import type { Prepared } from '../../recurrence/make-jobs.ts';
import type { Job } from '../../recurrence/series-runs.ts';
import { knownRates } from '../../settings/exchange-rates/exchange-rates.queries.ts';
import { aboveCredit } from '../documents/credit-limit.ts';
import { askApproval } from '../invoices/approve-invoice.ts';
import type { Draft } from '../invoices/invoice-drafts.ts';
import { issueKept, keepDrafts, priceDrafts, refusalsOfIssue } from '../invoices/issue-together.ts';
import type { KeptDraft } from '../invoices/issue-together.ts';
import { recurringDraft, recurringTerms } from './recurring-drafts.ts';
import type { RecurringTerms } from './recurring-drafts.ts';
import { orderLetters, refusalsOfLetters } from './recurring-letters.ts';

interface Written {
  job: Job;
  own: RecurringTerms;
  draft: Draft;
}

/** `isAbove`: the billing entity does not issue it, because of the client's credit limit (docs/rules.md#credit-limit). */
type Priced = Omit<Written, 'draft'> & { kept: KeptDraft; isAbove?: boolean };

/** If the billing entity requires approval, the invoice waits for it, whatever the series says (docs/rules.md#stops-for-approval). */
const isIssued = ({ own, isAbove }: Priced): boolean =>
  own.mode !== 'draft' && !own.invoiceApproval && isAbove !== true;
const isSent = (one: Priced): boolean => isIssued(one) && one.own.mode === 'issue_send';

/** Creates drafts for the occurrences that allow one, and stores the refusals of the others in `refused`. */
async function writeDrafts(db: Db, jobs: readonly Job[], refused: Map<Job, Refusal>): Promise<Written[]> {
  const found = await recurringTerms(db, [...new Set(jobs.map(({ series }) => series.id))]);
  const terms = new Map(found.map((one) => [one.seriesId, one]));
  const asked = jobs.map((job) => {
    const own = terms.get(job.series.id);
    if (!own) throw new Error('the terms of a recurring invoice are missing');
    return { job, own, pair: { from: own.currency, to: own.baseCurrency, date: job.series.today } };
  });
  const rates = await knownRates(
    db,
    asked.map(({ pair }) => pair),
  );
  return asked.flatMap(({ job, own }, index) => {
    try {
      return [{ job, own, draft: recurringDraft(own, job, rates[index]?.rate ?? null) }];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(job, error);
      return [];
    }
  });
}

/** The drafts with their figures. The refusals of drafts without figures are stored in `refused`. */
async function priceWritten(
  db: Db,
  written: readonly Written[],
  refused: Map<Job, Refusal>,
): Promise<Priced[]> {
  const priced = await priceDrafts(
    db,
    theSystem,
    written.map(({ draft }) => draft),
  );
  return written.flatMap(({ job, own }, index) => {
    const kept = priced[index];
    if (!kept) throw new Error('a draft has no figures');
    if (!(kept instanceof Refusal)) return [{ job, own, kept }];
    refused.set(job, kept);
    return [];
  });
}

/** Stores in `refused` why drafts that are to be issued or sent cannot be. */
async function checkIssues(db: Db, priced: readonly Priced[], canMail: boolean, refused: Map<Job, Refusal>) {
  const issued = priced.filter(isIssued);
  const refusalOf = await refusalsOfIssue(
    db,
    issued.map(({ kept }) => kept),
  );
  const letterRefusalOf = await refusalsOfLetters(
    db,
    issued.filter(isSent).map(({ kept }) => kept.draft.clientId),
    canMail,
  );
  for (const one of issued) {
    const refusal = refusalOf(one.kept) ?? (isSent(one) ? letterRefusalOf(one.kept.draft.clientId) : null);
    if (refusal) refused.set(one.job, refusal);
  }
}

/** Marks the invoices that stay drafts because of the credit limit. What is refused for another reason does not count towards it. */
async function stopAtLimit(db: Db, priced: readonly Priced[], refused: ReadonlyMap<Job, Refusal>) {
  const asked = priced.filter(
    (one) => isIssued(one) && !refused.has(one.job) && one.kept.facts.creditLimit !== null,
  );
  const drafts = asked.map(({ kept: { draft, totals } }) => ({ ...draft, total: totals.total }));
  const above = await aboveCredit(db, drafts);
  drafts.forEach((draft, index) => {
    const one = asked[index];
    if (one && above.has(draft)) one.isAbove = true;
  });
}

/** Tells the people of the series that an invoice stayed a draft. */
const tellOfLimit = (db: Db, { job: { series }, kept }: Priced) =>
  sql`insert into notification (user_id, kind, params, record_kind, record_id)
    select person, 'credit_limit_reached', jsonb_build_object('title', series.title, 'client', client.name), 'invoice', ${kept.id}
    from series join client on client.id = series.client_id, people_of_series(series.id) as person
    where series.id = ${series.id}`.execute(db);

async function makePriced(db: Db, priced: readonly Priced[]): Promise<void> {
  await keepDrafts(
    db,
    priced.map(({ job, kept }) => ({
      ...kept,
      made: { seriesId: job.series.id, nominalOn: job.occurrence.nominal },
    })),
  );
  await issueKept(
    db,
    priced.filter(isIssued).map(({ kept }) => kept),
  );
  for (const { own, kept } of priced)
    if (own.mode !== 'draft' && own.invoiceApproval)
      await askApproval(db, theSystem, { id: kept.id, version: 1 });
  for (const one of priced) if (one.isAbove) await tellOfLimit(db, one);
  await orderLetters(
    db,
    priced.filter(isSent).map(({ kept }) => kept.id),
  );
}

/**
 * Prepares the invoices of several occurrences with few queries in total. Before anything is written, an occurrence is
 * refused for the same reasons as a person who creates the invoice by hand. Mails are sent after the commit.
 */
export async function prepareRecurringInvoices(
  db: Db,
  jobs: readonly Job[],
  canMail: boolean,
): Promise<Prepared> {
  const refused = new Map<Job, Refusal>();
  const written = await writeDrafts(db, jobs, refused);
  const priced = await priceWritten(db, written, refused);
  await checkIssues(db, priced, canMail, refused);
  await stopAtLimit(db, priced, refused);
  const make = (sound: readonly Job[]) => {
    const wanted = new Set(sound);
    return makePriced(
      db,
      priced.filter(({ job }) => wanted.has(job)),
    );
  };
  return { refused, make };
}
