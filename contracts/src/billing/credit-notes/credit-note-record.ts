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
/** As the database has it: what is used of an issued one. */
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

/** What becomes of finished work whose line is credited whole: it waits to be billed again, or nobody asks for it. */
export const WorkNext = z.enum(['waits', 'given_up']);
export type WorkNext = z.infer<typeof WorkNext>;

const creditedKind = z.enum(['fee', 'disbursement', 'allowance', 'charge']);

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

export const CreditNoteLineInput = z.strictObject({
  /** Of a line of an invoice, or of an allowance or charge of it. */
  invoiceLineId: Uuid,
  /** A quantity or an amount, not both; the amount is with tax if the invoice's prices are. */
  qty: absent(BaseQuantity),
  amount: absent(Amount.min(1)),
});

/** A draft as a person writes it. Rates, place of supply and texts are those of the invoices. */
export const creditNoteFields = {
  entityId: Uuid,
  clientId: Uuid,
  currency: CurrencyCode,
  issueDate: PlainDate,
  docLocale: LanguageCode,
  reasonCode: z.enum(creditReasons),
  reason: optionalText(500),
  /** Whether the finished work of lines that are credited whole waits again, unless the issue says otherwise of a line. */
  billAgain: z.boolean().default(false),
  notes: optionalText(2000),
  lines: z.array(CreditNoteLineInput).min(1).max(100),
};

export const CreditNoteRow = z.object({
  id: Uuid,
  version: Version,
  /** Empty while it is a draft. */
  number: z.string(),
  status: z.enum(creditNoteStatuses),
  entity: Reference,
  client: Reference,
  issueDate: PlainDate,
  reasonCode: z.enum(creditReasons),
  currency: z.string(),
  total: MinorUnits,
  /** What is neither applied nor refunded. */
  available: MinorUnits,
});
export type CreditNoteRow = z.infer<typeof CreditNoteRow>;

export const CreditNote = CreditNoteRow.extend({
  fxRate: z.string(),
  baseCurrency: z.string(),
  /** Null of a draft, and in the base currency itself. */
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
      /** Of the line, allowance or charge that it credits. */
      invoiceLineId: Uuid,
      kind: creditedKind,
      /** Empty of an allowance or charge without a reason. */
      description: z.string(),
      sacHsn: z.string().nullable(),
      unit: z.string(),
      qty: z.string().nullable(),
      category: TaxCategory,
      rate: z.string(),
      amount: MinorUnits,
      net: MinorUnits,
      tax: MinorUnits,
      /** Its work waits again. */
      isReopened: z.boolean(),
      /** Null of a line without finished work, or whose work stays billed. */
      work: WorkNext.nullable(),
    }),
  ),
  applications: z.array(Allocation),
  refunds: z.array(Refund),
});
export type CreditNote = z.infer<typeof CreditNote>;

/** Finished work that the issue of a draft takes off an invoice. */
export const ReturnedWork = z.object({
  invoiceLineId: Uuid,
  description: z.string(),
  net: MinorUnits,
  next: WorkNext,
});
export type ReturnedWork = z.infer<typeof ReturnedWork>;

export const BeforeIssue = z.object({
  /** The finished work that it takes off its invoices, with what the draft says of it. */
  work: z.array(ReturnedWork),
  /** The invoices it credits of which the firm gave something up: what it gives back of them may be the client's. */
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
  leftQty: z.string().nullable(),
  /** It bills finished work, which can wait again. */
  hasItem: z.boolean(),
});

/** An issued invoice with what is left to credit, and the terms that all invoices of one credit note share. */
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
  /** How it was computed, whatever the entity does today. */
  rounding: RoundingMode,
  roundingDir: RoundingDir,
  roundTotalTo: z.int(),
  /** Given back by credit notes, before and after the rounding of their totals. */
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
  /** Today where the entity is. */
  today: PlainDate,
  baseCurrency: z.string(),
  docLocale: LanguageCode,
  /** How the entity computes now; what is credited is computed by the terms of its invoice. */
  rounding: RoundingMode,
  roundingDir: RoundingDir,
  roundTotalTo: z.int(),
  /** The client's invoices of this entity and currency that have something left, the latest first. */
  invoices: z.array(CreditableInvoice),
});
export type CreditNoteBasis = z.infer<typeof CreditNoteBasis>;
