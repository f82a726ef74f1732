import { sql } from 'kysely';
import { priceOn } from '@daybook/contracts/billing/recurring-invoices/dated-price';
import type { DatedPrice } from '@daybook/contracts/billing/recurring-invoices/dated-price';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { NOTHING } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { fillTokens } from '@daybook/contracts/recurrence/period';
import { refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import type { Job } from '../../recurrence/series-runs.ts';
import type { Draft } from '../invoices/invoice-drafts.ts';

interface Line {
  description: string;
  serviceId: string | null;
  sacHsn: string | null;
  qty: string;
  unit: string;
  discountPct: string | null;
  taxCodeId: string;
  upliftPct: string;
  prices: DatedPrice[];
}

/** The content of the invoices of these series, with the client's payment terms for series that have none of their own. */
export const recurringTerms = (db: Db, seriesIds: readonly string[]) =>
  db
    .selectFrom('recurringInvoice')
    .innerJoin('series', 'series.id', 'recurringInvoice.seriesId')
    .innerJoin('client', 'client.id', 'series.clientId')
    .innerJoin('billingEntity as entity', 'entity.id', 'recurringInvoice.entityId')
    .selectAll('recurringInvoice')
    .select([
      'client.paymentTermsDays as usualTermsDays',
      'entity.baseCurrency',
      'entity.invoiceApproval',
      sql<
        Line[]
      >`(select jsonb_agg(jsonb_build_object('description', line.description, 'serviceId', line.service_id,
        'sacHsn', line.sac_hsn, 'qty', line.qty::text, 'unit', line.unit, 'discountPct', line.discount_pct::text,
        'taxCodeId', line.tax_code_id, 'upliftPct', line.uplift_pct::text,
        'prices', (select jsonb_agg(jsonb_build_object('validFrom', valid_from, 'unitPrice', unit_price::text))
          from recurring_invoice_price where line_id = line.id)) order by line.no)
        from recurring_invoice_line line where line.series_id = recurring_invoice.series_id)`.as('lines'),
    ])
    .where('recurringInvoice.seriesId', 'in', seriesIds)
    .execute();

export type RecurringTerms = Awaited<ReturnType<typeof recurringTerms>>[number];

const orNull = (decimal: string | null): string | null =>
  decimal === null ? null : canonicalDecimal(decimal);

function lineOf(line: Line, { series, period, occurrence }: Job, index: number): Draft['lines'][number] {
  const unitPrice = priceOn(line.prices, canonicalDecimal(line.upliftPct), {
    date: period.from,
    onDay: occurrence.nominal,
  });
  if (unitPrice === null) {
    const first = line.prices.map(({ validFrom }) => validFrom).toSorted()[0] ?? null;
    const at = `lines.${index}.prices.${line.prices.findIndex(({ validFrom }) => validFrom === first)}.validFrom`;
    throw refuseField('INPUT_INVALID', at, { date: period.from }, 'PRICE_NOT_YET');
  }
  return {
    kind: 'fee',
    description: fillTokens(line.description, period, series).slice(0, 1000).toWellFormed(),
    serviceId: line.serviceId,
    departmentId: null,
    sacHsn: line.sacHsn,
    qty: canonicalDecimal(line.qty),
    unit: line.unit,
    unitPrice,
    baseQty: '1',
    discountPct: orNull(line.discountPct),
    discount: null,
    charge: null,
    taxCodeId: line.taxCodeId,
    pendingItemId: null,
  };
}

/**
 * The draft of one occurrence. It is dated today even when it is late, so that numbers follow the order of dates
 * (docs/rules.md#effective-dates), and it names the period that it covers. Refuses PRICE_NOT_YET, with the date of a
 * line's first price, if that date is after both the occurrence and the start of its period.
 */
export function recurringDraft(terms: RecurringTerms, job: Job, fxRate: string | null): Draft {
  const { series, period } = job;
  const issueDate = series.today;
  return {
    clientId: series.clientId,
    entityId: terms.entityId,
    currency: terms.currency,
    issueDate,
    dueDate: addDays(issueDate, terms.paymentTermsDays ?? terms.usualTermsDays),
    serviceFrom: period.from,
    serviceTo: period.to,
    supplyDate: null,
    fxRate,
    docLocale: terms.docLocale as Draft['docLocale'],
    placeOfSupply: terms.placeOfSupply,
    reverseCharge: terms.reverseCharge,
    poNo: terms.poNo,
    pricesIncludeTax: terms.pricesIncludeTax,
    listsHours: false,
    discountPct: orNull(terms.discountPct),
    discount: null,
    prepaid: NOTHING,
    advances: [],
    withholdingCodeId: terms.withholdingCodeId,
    withholdingRate: orNull(terms.withholdingRate),
    terms: terms.terms,
    notes: terms.notes,
    adjustments: [],
    lines: terms.lines.map((line, index) => lineOf(line, job, index)),
  };
}
