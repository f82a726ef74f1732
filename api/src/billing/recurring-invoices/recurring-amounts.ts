import { invoiceTotals } from '@daybook/contracts/billing/invoices/invoice-totals';
import { AmountOverflow } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { TaxTreatment } from '@daybook/contracts/money/tax-split';
import type { Period } from '@daybook/contracts/recurrence/period';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import type { Occurrence } from '../../recurrence/plan-series.ts';
import { jobOf } from '../../recurrence/run-series.ts';
import type { Job } from '../../recurrence/series-runs.ts';
import { exceptionsOf, readAllSeries } from '../../recurrence/series-due.ts';
import type { DueSeries } from '../../recurrence/series-due.ts';
import { daysOfManySeries } from '../../recurrence/settle-missed.ts';
import { recurringDraft, recurringTerms } from './recurring-drafts.ts';
import type { RecurringTerms } from './recurring-drafts.ts';

const untaxed: TaxTreatment = { category: 'O', ratePct: '0', components: [{ name: 'VAT', share: 1 }] };

/** An occurrence of which only the date matters. */
export const onDay = (nominal: string, due = nominal, makeOn = due) => ({
  nominal,
  due,
  makeOn,
  off: null,
  movedFor: null,
  skippedFor: null,
});

/** The net amount of the lines at the stored prices; taxes depend on the date and the client. */
function amountOf(terms: RecurringTerms, job: Job): Minor | null {
  try {
    return netOf(recurringDraft(terms, job, null));
  } catch (error) {
    // A line has no price yet, or its price increase has become too large to compute.
    if (error instanceof AmountOverflow || error instanceof Refusal) return null;
    throw error;
  }
}

function netOf(draft: ReturnType<typeof recurringDraft>): Minor {
  const taxCodes = draft.lines.map(({ taxCodeId }) => ({
    id: taxCodeId,
    label: '',
    code: '',
    treatment: untaxed,
  }));
  return invoiceTotals(
    {
      baseCurrency: draft.currency,
      rounding: 'line',
      roundingDir: 'half_up',
      roundTotalTo: 0,
      taxCodes,
      withholdingCodes: [],
    },
    draft,
  ).net;
}

type NextDay = Pick<Occurrence, 'nominal' | 'makeOn'>;

/** The next invoice of a series: its creation date, its period and its net amount. */
interface NextInvoice {
  makeOn: string;
  period: Period;
  amount: Minor | null;
}

/** The first occurrence of each series that is not skipped, as `makeNext` chooses it. `next` holds the day of each series' next run. */
async function nextOccurrences(
  db: Db,
  series: readonly DueSeries[],
  next: ReadonlyMap<string, NextDay>,
): Promise<ReadonlyMap<string, NextDay | undefined>> {
  const exceptions = await exceptionsOf(db, [...next.keys()]);
  const isLeftOut = ({ id }: DueSeries) => exceptions(id).get(next.get(id)?.nominal ?? '')?.skips === true;
  const leftOut = series.filter(isLeftOut);
  const standings = await daysOfManySeries(db, leftOut);
  const behind = leftOut.map(({ id }, index) => {
    const { missed = [], ahead = [] } = standings[index] ?? {};
    return [id, [...missed, ...ahead].find(({ skippedFor }) => skippedFor === null)] as const;
  });
  return new Map([...next, ...behind]);
}

/** The next invoice of each series that has one. `rows` hold the day of each series' next run. */
export async function nextInvoices(
  db: Db,
  rows: readonly { id: string; nextNominal: string | null; nextOn: string | null }[],
): Promise<ReadonlyMap<string, NextInvoice>> {
  const next = new Map(
    rows.flatMap(({ id, nextNominal, nextOn }) =>
      nextNominal && nextOn ? [[id, { nominal: nextNominal, makeOn: nextOn }]] : [],
    ),
  );
  if (next.size === 0) return new Map();
  const ids = [...next.keys()];
  const [series, terms] = [await readAllSeries(db, ids), await recurringTerms(db, ids)];
  const occurrences = await nextOccurrences(db, series, next);
  const termsOf = new Map(terms.map((one) => [one.seriesId, one]));
  return new Map(
    series.flatMap((one) => {
      const [own, occurrence] = [termsOf.get(one.id), occurrences.get(one.id)];
      if (!own || !occurrence) return [];
      const job = jobOf(one, onDay(occurrence.nominal));
      return [[one.id, { makeOn: occurrence.makeOn, period: job.period, amount: amountOf(own, job) }]];
    }),
  );
}
