import { z } from 'zod';
import { Instant, MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { TaxCategory } from '../../money/tax-split.ts';

export const taxRegisterKinds = ['output', 'input'] as const;
export type TaxRegisterKind = (typeof taxRegisterKinds)[number];

/** What kinds of documents are in a register. */
const taxDocumentKinds = [
  'tax_invoice',
  'bill_of_supply',
  'debit_note',
  'credit_note',
  'advance_voucher',
  'expense',
] as const;
export type TaxDocumentKind = (typeof taxDocumentKinds)[number];

/**
 * What happened to the document on the date of the row. An advance is `received`, and released when it is `adjusted`
 * against an invoice or `refunded`. Where tax falls due by payment, a share of an invoice is `paid`, or `adjusted` against a credit note, and
 * a share of a credit note is `refunded`. `taken_back` is the reversal of any of these.
 */
const taxSteps = ['issued', 'voided', 'paid', 'received', 'adjusted', 'refunded', 'taken_back'] as const;
export type TaxStep = (typeof taxSteps)[number];

/** A row of a register: one rate and category of one document, on the day it was posted, in the base currency. */
export const TaxRow = z.object({
  id: z.string(),
  document: z.object({ kind: z.enum(['invoice', 'credit_note', 'receipt', 'expense']), ...Reference.shape }),
  kind: z.enum(taxDocumentKinds),
  step: z.enum(taxSteps),
  date: PlainDate,
  postedAt: Instant,
  /** The day of that in the time zone of the billing entity. */
  postedOn: PlainDate,
  /** The date of the supply, where the document states one. */
  suppliedOn: PlainDate.nullable(),
  /** Whoever bought, or for an expense whoever sold. */
  party: z.object({
    id: Uuid.nullable(),
    name: z.string(),
    country: z.string(),
    /** The number under which the party is registered for the tax; null if it is not. */
    taxNumber: z.string().nullable(),
    treatment: z.string().nullable(),
  }),
  place: z.string().nullable(),
  reverseCharge: z.boolean(),
  category: TaxCategory,
  rate: z.string(),
  /** True for amounts that were laid out in a client's name, which no return includes. */
  isDisbursement: z.boolean(),
  /** Negative for a credit note, and for the void of an invoice. */
  net: MinorUnits,
  tax: MinorUnits,
  components: z.array(z.object({ name: z.string(), tax: MinorUnits })),
  /** The total of the whole document, with the sign of the row. */
  total: MinorUnits,
  /** The invoices that a credit note credits. */
  originals: z.array(z.object({ number: z.string(), date: PlainDate, total: MinorUnits })),
});
export type TaxRow = z.infer<typeof TaxRow>;
