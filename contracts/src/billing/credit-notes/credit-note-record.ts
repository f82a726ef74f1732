import { z } from 'zod';
import {
  Amount,
  Instant,
  LanguageCode,
  MinorUnits,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
} from '../../fields.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { BaseQuantity } from '../../money/decimal.ts';
import { RoundingDir } from '../../money/exact.ts';
import { RoundingMode, TaxCategory } from '../../money/tax-split.ts';
import { BaseFigures } from '../documents/base-figures.ts';
import { Party, TaxGroupTotal } from '../invoices/invoice-record.ts';
import { Refund } from '../settlement/refunds.ts';
import { Allocation } from '../settlement/allocations.ts';

export const creditNoteStatuses = ['draft', 'issued', 'part_applied', 'applied', 'refunded', 'void'] as const;
/** The status of an issued credit note, derived as the database derives it. */
export const creditNoteStatusOf = (total: number, applied: number, refunded: number) => {
  if (applied + refunded === 0) return 'issued';
  if (applied + refunded < total) return 'part_applied';
  return applied === 0 ? 'refunded' : 'applied';
};
export const creditReasons = [
  'not_rendered',
  'deficiency',
  'discount',
  'correction',
  'duplicate',
  'cancelled',
  'other',
] as const;

/** Finished work whose line is credited in full is pending again (`waits`) or is not billed any more (`given_up`). */
export const WorkNext = z.enum(['waits', 'given_up']);
export type WorkNext = z.infer<typeof WorkNext>;

const creditedKind = z.enum(['fee', 'disbursement', 'allowance', 'charge']);

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

export const CreditNoteLineInput = z.strictObject({
  /** The id of an invoice line, or of an allowance or charge of the invoice. */
  invoiceLineId: Uuid,
  /** A quantity or an amount, not both. The amount includes tax if the prices of the invoice do. */
  qty: absent(BaseQuantity),
  amount: absent(Amount.min(1)),
});

/** The input of a draft. Rates, place of supply and texts come from the invoices. */
export const creditNoteFields = {
  entityId: Uuid,
  clientId: Uuid,
  currency: CurrencyCode,
  issueDate: PlainDate,
  docLocale: LanguageCode,
  reasonCode: z.enum(creditReasons),
  reason: optionalText(500),
  /** Whether finished work is pending again once its line is credited in full. The issue can decide otherwise for a line. */
  billAgain: z.boolean().default(false),
  notes: optionalText(2000),
  lines: z.array(CreditNoteLineInput).min(1).max(100),
};

export const CreditNoteRow = z.object({
  id: Uuid,
  version: Version,
  /** Empty for a draft. */
  number: z.string(),
  status: z.enum(creditNoteStatuses),
  entity: Reference,
  client: Reference,
  issueDate: PlainDate,
  reasonCode: z.enum(creditReasons),
  currency: z.string(),
  total: MinorUnits,
  /** The amount that is neither applied nor refunded. */
  available: MinorUnits,
});
export type CreditNoteRow = z.infer<typeof CreditNoteRow>;

export const CreditNote = CreditNoteRow.extend({
  /** Whether the client is erased: it takes nothing new. */
  clientErased: z.boolean(),
  fxRate: z.string(),
  baseCurrency: z.string(),
  /** Null for a draft, and if the currency is the base currency. */
  inBase: BaseFigures.nullable(),
  docLocale: LanguageCode,
  placeOfSupply: z.string().nullable(),
  reverseCharge: z.boolean(),
  pricesIncludeTax: z.boolean(),
  reason: z.string().nullable(),
  billAgain: z.boolean(),
  notes: z.string().nullable(),
  billTo: Party,
  supplier: Party.nullable(),
  net: MinorUnits,
  tax: MinorUnits,
  rounding: MinorUnits,
  taxGroups: z.array(TaxGroupTotal),
  applied: MinorUnits,
  refunded: MinorUnits,
  issuedAt: Instant.nullable(),
  void: z.object({ on: PlainDate, reason: z.string() }).nullable(),
  lines: z.array(
    z.object({
      id: Uuid,
      invoice: Reference,
      invoiceDate: PlainDate,
      /** The id of the credited line, allowance or charge. */
      invoiceLineId: Uuid,
      kind: creditedKind,
      /** Empty for an allowance or charge without a reason. */
      description: z.string(),
      sacHsn: z.string().nullable(),
      unit: z.string(),
      qty: z.string().nullable(),
      category: TaxCategory,
      rate: z.string(),
      amount: MinorUnits,
      net: MinorUnits,
      tax: MinorUnits,
      /** Whether the finished work of the line is pending again. */
      isReopened: z.boolean(),
      /** Null for a line without finished work, and for a line whose work stays billed. */
      work: WorkNext.nullable(),
    }),
  ),
  allocations: z.array(Allocation),
  refunds: z.array(Refund),
});
export type CreditNote = z.infer<typeof CreditNote>;

/** Finished work that comes off an invoice when the draft is issued. */
export const ReturnedWork = z.object({
  invoiceLineId: Uuid,
  description: z.string(),
  net: MinorUnits,
  next: WorkNext,
});
export type ReturnedWork = z.infer<typeof ReturnedWork>;

export const BeforeIssue = z.object({
  /** The finished work that comes off the invoices, with the draft's choice for each line. */
  work: z.array(ReturnedWork),
  /** Credited invoices that are partly written off: some of the credit may be the client's to use. */
  writtenOff: z.array(Reference),
});

const CreditableInvoiceLine = z.object({
  id: Uuid,
  kind: creditedKind,
  description: z.string(),
  unit: z.string(),
  category: TaxCategory,
  rate: z.string(),
  components: z.array(z.string()),
  qty: z.string(),
  amount: MinorUnits,
  leftAmount: MinorUnits,
  leftNet: MinorUnits,
  leftQty: z.string().nullable(),
  /** Whether the line bills finished work. Such work can be pending again. */
  hasItem: z.boolean(),
});

/** An issued invoice with the amounts left to credit, and the terms that all invoices of a credit note have in common. */
export const CreditableInvoice = z.object({
  id: Uuid,
  number: z.string(),
  issueDate: PlainDate,
  total: MinorUnits,
  outstanding: MinorUnits,
  fxRate: z.string(),
  placeOfSupply: z.string().nullable(),
  reverseCharge: z.boolean(),
  pricesIncludeTax: z.boolean(),
  /** The rounding that the invoice was computed with, whatever the entity uses now. */
  rounding: RoundingMode,
  roundingDir: RoundingDir,
  roundTotalTo: z.int(),
  /** The credits so far, before and after their totals were rounded. */
  credited: z.object({ exact: MinorUnits, total: MinorUnits }),
  lines: z.array(CreditableInvoiceLine),
  groups: z.array(
    z.object({
      category: TaxCategory,
      rate: z.string(),
      net: MinorUnits,
      components: z.array(z.object({ name: z.string(), tax: MinorUnits })),
    }),
  ),
});
export type CreditableInvoice = z.infer<typeof CreditableInvoice>;

export const CreditNoteBasis = z.object({
  /** Today in the entity's time zone. */
  today: PlainDate,
  baseCurrency: z.string(),
  docLocale: LanguageCode,
  /** The entity's current rounding. Each credited amount is rounded by the rules of its invoice. */
  rounding: RoundingMode,
  roundingDir: RoundingDir,
  roundTotalTo: z.int(),
  /** The client's invoices of this entity and currency that can still be credited, latest first. */
  invoices: z.array(CreditableInvoice),
});
export type CreditNoteBasis = z.infer<typeof CreditNoteBasis>;
