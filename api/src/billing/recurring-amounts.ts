import { invoiceTotals } from '@daybook/contracts/billing/invoice-totals';
import { AmountOverflow } from '@daybook/contracts/money/money';
import type { TaxTreatment } from '@daybook/contracts/money/tax-split';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { jobOf } from '../recurrence/run-series.ts';
import type { Job } from '../recurrence/series-runs.ts';
import { readAllSeries } from '../recurrence/series-due.ts';
import { recurringDraft, recurringTerms } from './recurring-drafts.ts';
import type { RecurringTerms } from './recurring-drafts.ts';

const untaxed: TaxTreatment = { category: 'O', ratePct: '0', components: [{ name: 'VAT', share: 1 }] };

/** An occurrence of which nothing but its day is asked. */
export const onDay = (nominal: string, due = nominal, makeOn = due) => ({
  nominal,
  due,
  makeOn,
  off: null,
  movedFor: null,
  skippedFor: null,
});

/** What the lines of an occurrence come to, at the prices as they are written: taxes are of the day and the client. */
function amountOf(terms: RecurringTerms, job: Job): number | null {
  try {
    return netOf(recurringDraft(terms, job, null));
  } catch (error) {
    // A growth that nobody will see the end of, or no price yet.
    if (error instanceof AmountOverflow || error instanceof Refusal) return null;
    throw error;
  }
}

function netOf(draft: ReturnType<typeof recurringDraft>): number {
  const taxCodes = draft.lines.map(({ taxCodeId }) => ({
    id: taxCodeId,
    label: '',
    code: '',
    treatment: untaxed,
  }));
  return invoiceTotals(
    { rounding: 'line', roundingDir: 'half_up', roundTotalTo: 0, taxCodes, withholdingCodes: [] },
    draft,
  ).net;
}

/** What the next invoice of each series comes to by its lines. `next` says which days they are. */
export async function nextAmounts(
  db: Db,
  next: readonly { id: string; nextNominal: string | null }[],
): Promise<ReadonlyMap<string, number | null>> {
  const nominals = new Map(next.flatMap(({ id, nextNominal }) => (nextNominal ? [[id, nextNominal]] : [])));
  if (nominals.size === 0) return new Map();
  const ids = [...nominals.keys()];
  const [series, terms] = [await readAllSeries(db, ids), await recurringTerms(db, ids)];
  const termsOf = new Map(terms.map((one) => [one.seriesId, one]));
  return new Map(
    series.flatMap((one) => {
      const own = termsOf.get(one.id);
      if (!own) return [];
      const job = jobOf(one, onDay(nominals.get(one.id) ?? ''));
      return [[one.id, amountOf(own, job)]];
    }),
  );
}
