import { z } from 'zod';
import { Instant, LanguageCode, MinorUnits, PlainDate, Reference, Uuid, Version } from '../../fields.ts';
import { RoundingDir } from '../../money/exact.ts';
import { Reminders } from '../../reminders.ts';
import { WithholdingTerms } from '../../money/withholding.ts';
import { RoundingMode, TaxCategory, TaxTreatment } from '../../money/tax-split.ts';
import { BaseFigures, ExchangeGain } from '../documents/base-figures.ts';
import { AdvanceInput, OpenAdvance } from './prepaid.ts';

export const invoiceStatuses = [
  'draft',
  'pending_approval',
  'approved',
  'issued',
  'part_paid',
  'paid',
  'written_off',
  'void',
] as const;

/** `edited` after it was asked for: the question, or the answer, was of something else. */
const approvalSteps = ['asked', 'approved', 'sent_back', 'edited'] as const;

const Approval = z.object({
  /** Whether its billing entity issues only what another person has approved. */
  isNeeded: z.boolean(),
  /** False for who wrote it, changed it last or asked. */
  isOthers: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(approvalSteps),
      by: z.string().nullable(),
      at: Instant,
      reason: z.string().nullable(),
    }),
  ),
});

const TaxComponentTotal = z.object({ name: z.string(), tax: MinorUnits });

export const TaxGroupTotal = z.object({
  category: TaxCategory,
  rate: z.string(),
  net: MinorUnits,
  tax: MinorUnits,
  components: z.array(TaxComponentTotal),
});

const totals = {
  net: MinorUnits,
  tax: MinorUnits,
  rounding: MinorUnits,
  total: MinorUnits,
  prepaid: MinorUnits,
  payable: MinorUnits,
  withheldExpected: MinorUnits,
  taxGroups: z.array(TaxGroupTotal),
};

/** By which section, of which amount and at which rate tax is withheld. */
export const WithheldBy = z.object({ section: z.string().nullable(), base: MinorUnits, rate: z.string() });
export type WithheldBy = z.infer<typeof WithheldBy>;

/** Name, address and registrations of one side, as they were when the document was issued. */
export const Party = z.object({
  name: z.string(),
  lines: z.array(z.string()),
  country: z.string(),
  registrations: z.array(
    z.object({
      scheme: z.string(),
      value: z.string(),
      /** Its checksum did not fit when the document was made. */
      isUnchecked: z.literal(true).optional(),
    }),
  ),
});
export type Party = z.infer<typeof Party>;

/** What cheques of later days are kept for: the invoice is owed until each becomes a receipt. */
const CoveredBy = z.object({
  cheques: z.int(),
  /** The day of the last of them. */
  lastOn: PlainDate,
  amount: MinorUnits,
  /** Nothing of what is owed now is to be left. */
  isWhole: z.boolean(),
});
export type CoveredBy = z.infer<typeof CoveredBy>;

export const InvoiceRow = z.object({
  id: Uuid,
  version: Version,
  /** Empty while it is a draft. */
  number: z.string(),
  status: z.enum(invoiceStatuses),
  isOverdue: z.boolean(),
  entity: Reference,
  client: Reference,
  issueDate: PlainDate,
  dueDate: PlainDate,
  currency: z.string(),
  /** What it asks for, before anything was paid; of a single invoice, what is printed: less what was paid before. */
  payable: MinorUnits,
  outstanding: MinorUnits,
  /** Null also for who may not see receipts. */
  coveredBy: CoveredBy.nullable(),
  /** When it last went out by mail. */
  sentAt: Instant.nullable(),
});
export type InvoiceRow = z.infer<typeof InvoiceRow>;

export const InvoiceLine = z.object({
  id: Uuid,
  kind: z.enum(['fee', 'disbursement']),
  description: z.string(),
  service: Reference.nullable(),
  sacHsn: z.string().nullable(),
  qty: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  baseQty: z.string(),
  discountPct: z.string().nullable(),
  discount: MinorUnits.nullable(),
  charge: MinorUnits.nullable(),
  taxCode: Reference,
  category: TaxCategory,
  rate: z.string(),
  /** What the line prints: after its own discount and charge. */
  amount: MinorUnits,
  /** Taxable: after its share of the document's discount. */
  net: MinorUnits,
  tax: MinorUnits,
  pendingItemId: Uuid.nullable(),
});

export const Invoice = InvoiceRow.extend({
  /** `opening_invoice`: of the old system, at what was left of it. */
  docKind: z.enum(['tax_invoice', 'bill_of_supply', 'opening_invoice']),
  serviceFrom: PlainDate.nullable(),
  serviceTo: PlainDate.nullable(),
  supplyDate: PlainDate.nullable(),
  /** Null while a draft in another currency waits for it. */
  fxRate: z.string().nullable(),
  baseCurrency: z.string(),
  /** Null of a draft, and in the base currency itself. */
  inBase: BaseFigures.nullable(),
  docLocale: LanguageCode,
  placeOfSupply: z.string().nullable(),
  reverseCharge: z.boolean(),
  poNo: z.string().nullable(),
  pricesIncludeTax: z.boolean(),
  discountPct: z.string().nullable(),
  discount: MinorUnits.nullable(),
  /** The receipts that are named as paid before. */
  advances: z.array(AdvanceInput),
  withholdingCode: Reference.nullable(),
  withholdingRate: z.string().nullable(),
  /** What the tax withheld was computed by, as it was when it was saved or issued. */
  withheldBy: WithheldBy.nullable(),
  terms: z.string().nullable(),
  notes: z.string().nullable(),
  billTo: Party,
  supplier: Party.nullable(),
  ...totals,
  paid: MinorUnits,
  credited: MinorUnits,
  issuedAt: Instant.nullable(),
  void: z.object({ on: PlainDate, reason: z.string() }).nullable(),
  lines: z.array(InvoiceLine),
  adjustments: z.array(
    z.object({
      kind: z.enum(['allowance', 'charge']),
      reason: z.string().nullable(),
      amount: MinorUnits,
      taxCode: Reference,
      category: TaxCategory,
      rate: z.string(),
      /** Without sign, also of an allowance. */
      net: MinorUnits,
      tax: MinorUnits,
    }),
  ),
  /** What made it, by its own name, which has the tokens of its period. */
  series: Reference.nullable(),
  approval: Approval,
  /** Receipts and credit notes that settled it. */
  settlements: z.array(
    z.object({
      kind: z.enum(['receipt', 'credit_note']),
      document: Reference,
      /** Who paid, where it is not the invoice's own client. */
      payer: Reference.nullable(),
      date: PlainDate,
      amount: MinorUnits,
      withheldPart: MinorUnits,
      exchangeGain: ExchangeGain,
      reversedOn: PlainDate.nullable(),
    }),
  ),
  ...Reminders.shape,
  /** Its client's, which holds for it too. */
  clientReminders: Reminders,
  writtenOff: MinorUnits,
  /** What the firm gave up of it. */
  writeOffs: z.array(
    z.object({
      id: Uuid,
      date: PlainDate,
      amount: MinorUnits,
      /** Null when it is what a receipt left of the invoice. */
      reason: z.string().nullable(),
      receipt: Reference.nullable(),
      reversedOn: PlainDate.nullable(),
    }),
  ),
});
export type Invoice = z.infer<typeof Invoice>;

/** What the editor needs to compute as the server will: the rules of the entity, and each tax code as it applies to this client on this date. */
export const InvoiceBasis = z.object({
  docKind: z.enum(['tax_invoice', 'bill_of_supply']),
  currency: z.string(),
  baseCurrency: z.string(),
  docLocale: LanguageCode,
  dueDate: PlainDate,
  placeOfSupply: z.string().nullable(),
  rounding: RoundingMode,
  roundingDir: RoundingDir,
  roundTotalTo: z.int(),
  /** Its client's, if it is active. */
  withholdingCodeId: Uuid.nullable(),
  withholdingRate: z.string().nullable(),
  /** The codes as they stand on this date, for what was counted of this client before. */
  withholdingCodes: z.array(
    Reference.extend({ section: z.string(), currency: z.string(), terms: WithholdingTerms }),
  ),
  terms: z.string().nullable(),
  /** The usual one of the entity first. */
  taxCodes: z.array(Reference.extend({ code: z.string(), treatment: TaxTreatment })),
  /** What a line begins with where the client is the plain case: at home, and nothing said of it. */
  usualTaxCodeId: Uuid.nullable(),
  /** What the client has paid in advance and can be allocated after issue. */
  advance: MinorUnits,
  /** What of it may be named as paid before, in any currency, the oldest first: what was taxed as an advance may not. */
  advances: z.array(OpenAdvance),
});
export type InvoiceBasis = z.infer<typeof InvoiceBasis>;

/** What is wrong, on the fields it is wrong with. */
export const FieldFaults = z.record(
  z.string(),
  z.array(
    z.object({
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
);

export const InvoicePreview = z.object({
  ...totals,
  /** The number it would get if it were issued now. */
  nextNumber: z.string(),
  warnings: z.array(
    z.object({
      code: z.enum([
        'CHRONOLOGY_VIOLATION',
        'BUYER_ADDRESS',
        'BUYER_TAX_NUMBER',
        'SELLER_TAX_NUMBER',
        'BUYER_NUMBER_UNCHECKED',
        'SELLER_NUMBER_UNCHECKED',
        'PLACE_ABROAD',
      ]),
      params: z.record(z.string(), z.string()),
    }),
  ),
  /** Why it could not be issued as it is, on its fields. */
  refusals: FieldFaults,
});
