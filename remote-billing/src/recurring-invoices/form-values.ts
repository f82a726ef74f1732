import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type {
  RecurringInvoice,
  recurringInvoices,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { today } from '@daybook/shared/today';

export type Series = InputOf<typeof recurringInvoices.create>;
export type SeriesLine = Series['lines'][number];

export const nextMonth = (): string => firstOfMonth(monthNumber(today()) + 1);

export const blankLine = (validFrom: string, taxCodeId = ''): SeriesLine => ({
  description: '',
  qty: '1',
  unit: 'C62',
  taxCodeId,
  upliftPct: '0',
  prices: [{ validFrom, unitPrice: '' }],
});

/** On the first of each month, for that month. */
const onTheFirst = {
  rrule: 'FREQ=MONTHLY;BYMONTHDAY=1',
  shift: 'none',
  calendarId: null,
  leadDays: 0,
  periodOffset: 0,
} as const;

export const emptySeries = (): Partial<Series> => ({
  rule: onTheFirst,
  startsOn: nextMonth(),
  ends: 'never',
  mode: 'draft',
  catchUp: 'ask',
  lines: [blankLine(nextMonth())],
});

/** A series with the lines of this invoice, without expenses and without what belonged only to that date. */
export const seriesOf = (invoice: Invoice): Partial<Series> => ({
  ...emptySeries(),
  clientId: invoice.client.id,
  entityId: invoice.entity.id,
  title: (invoice.lines[0]?.description ?? '').slice(0, 200),
  currency: invoice.currency,
  docLocale: invoice.docLocale,
  placeOfSupply: invoice.placeOfSupply,
  reverseCharge: invoice.reverseCharge,
  poNo: invoice.poNo,
  pricesIncludeTax: invoice.pricesIncludeTax,
  discountPct: invoice.discountPct,
  withholdingCodeId: invoice.withholdingCode?.id ?? null,
  withholdingRate: invoice.withholdingRate,
  terms: invoice.terms,
  notes: invoice.notes,
  lines: invoice.lines
    .filter(({ kind, pendingItemId }) => kind === 'fee' || pendingItemId === null)
    .map((line) => ({
      description: line.description,
      serviceId: line.service?.id ?? null,
      sacHsn: line.sacHsn,
      qty: line.qty,
      unit: line.unit,
      discountPct: line.discountPct,
      taxCodeId: line.taxCode.id,
      upliftPct: '0',
      prices: [{ validFrom: nextMonth(), unitPrice: line.unitPrice }],
    })),
});

/** The values of a series for its form, and for comparison with a version that somebody else saved. */
export const valuesOf = (series: RecurringInvoice): Omit<Series, 'clientId' | 'create'> => ({
  title: series.title,
  rule: series.rule,
  startsOn: series.startsOn,
  ends: series.ends,
  endsOn: series.endsOn,
  endsAfter: series.endsAfter,
  zone: series.zone,
  catchUp: series.catchUp,
  entityId: series.entity.id,
  mode: series.mode,
  currency: series.currency,
  docLocale: series.docLocale,
  paymentTermsDays: series.paymentTermsDays,
  placeOfSupply: series.placeOfSupply,
  reverseCharge: series.reverseCharge,
  poNo: series.poNo,
  pricesIncludeTax: series.pricesIncludeTax,
  discountPct: series.discountPct,
  withholdingCodeId: series.withholdingCode?.id ?? null,
  withholdingRate: series.withholdingRate,
  terms: series.terms,
  notes: series.notes,
  lines: series.lines.map(({ service, taxCode, ...line }) => ({
    ...line,
    serviceId: service?.id ?? null,
    taxCodeId: taxCode.id,
  })),
});
