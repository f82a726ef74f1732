import { z } from 'zod';
import { Instant, LanguageCode, MinorUnits, PlainDate, Reference, Uuid, Version } from '../../fields.ts';
import { RoundingDir } from '../../money/exact.ts';
import { Reminders } from '../../reminders.ts';
import { WithholdingTerms } from '../../money/withholding.ts';
import { RoundingMode, TaxCategory, TaxTreatment } from '../../money/tax-split.ts';
import { BaseFigures, ExchangeGain } from '../documents/base-figures.ts';
import { Credit } from '../documents/credit-limit.ts';
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

/** `edited`: the draft was changed after it was submitted or approved, so the approval no longer applies. */
const approvalSteps = ['asked', 'approved', 'sent_back', 'edited'] as const;

const Approval = z.object({
  /** Whether the billing entity issues only invoices that another person has approved. */
  isNeeded: z.boolean(),
  /** False if the caller wrote the draft, changed it last or asked for approval. */
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

/** The section, base and rate that tax is withheld by. */
export const WithheldBy = z.object({ section: z.string().nullable(), base: MinorUnits, rate: z.string() });
export type WithheldBy = z.infer<typeof WithheldBy>;

/** Name, address and registrations of the seller or buyer, as they were when the document was issued. */
export const Party = z.object({
  name: z.string(),
  lines: z.array(z.string()),
  country: z.string(),
  registrations: z.array(
    z.object({
      scheme: z.string(),
      value: z.string(),
      /** Set if the checksum of the number did not match when the document was created. */
      isUnchecked: z.literal(true).optional(),
    }),
  ),
});
export type Party = z.infer<typeof Party>;

/** Post-dated cheques for the invoice. It stays outstanding until each cheque becomes a receipt. */
const CoveredBy = z.object({
  cheques: z.int(),
  /** The day of the latest cheque. */
  lastOn: PlainDate,
  amount: MinorUnits,
  /** Whether the cheques cover all that is outstanding now. */
  isWhole: z.boolean(),
});
export type CoveredBy = z.infer<typeof CoveredBy>;

export const InvoiceRow = z.object({
  id: Uuid,
  version: Version,
  /** Empty for a draft. */
  number: z.string(),
  status: z.enum(invoiceStatuses),
  isOverdue: z.boolean(),
  entity: Reference,
  client: Reference,
  issueDate: PlainDate,
  dueDate: PlainDate,
  currency: z.string(),
  /** In a list, the total before any payment; in an opened invoice, the total less `prepaid`, as printed. */
  payable: MinorUnits,
  outstanding: MinorUnits,
  /** Null without cheques, and if the caller may not see receipts. */
  coveredBy: CoveredBy.nullable(),
  /** When the invoice was last sent by mail. */
  sentAt: Instant.nullable(),
});
export type InvoiceRow = z.infer<typeof InvoiceRow>;

export const InvoiceLine = z.object({
  id: Uuid,
  kind: z.enum(['fee', 'disbursement']),
  description: z.string(),
  service: Reference.nullable(),
  /** The department that the line belongs to, as it was at issue. */
  department: Reference.nullable(),
  /** The same, if somebody chose it. */
  ownDepartment: Reference.nullable(),
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
  /** The amount printed on the line: after the line's own discount and charge. */
  amount: MinorUnits,
  /** The taxable amount: after the line's share of the document discount. */
  net: MinorUnits,
  tax: MinorUnits,
  pendingItemId: Uuid.nullable(),
});

export const Invoice = InvoiceRow.extend({
  /** `opening_invoice`: brought over from the old system, with the amount that was outstanding. */
  docKind: z.enum(['tax_invoice', 'bill_of_supply', 'opening_invoice']),
  serviceFrom: PlainDate.nullable(),
  serviceTo: PlainDate.nullable(),
  supplyDate: PlainDate.nullable(),
  /** Null while a draft in a foreign currency has no rate. */
  fxRate: z.string().nullable(),
  baseCurrency: z.string(),
  /** Null for a draft, and if the currency is the base currency. */
  inBase: BaseFigures.nullable(),
  docLocale: LanguageCode,
  placeOfSupply: z.string().nullable(),
  reverseCharge: z.boolean(),
  poNo: z.string().nullable(),
  pricesIncludeTax: z.boolean(),
  listsHours: z.boolean(),
  discountPct: z.string().nullable(),
  discount: MinorUnits.nullable(),
  /** The receipts that the invoice names as paid before. */
  advances: z.array(AdvanceInput),
  withholdingCode: Reference.nullable(),
  withholdingRate: z.string().nullable(),
  /** The basis of the expected withholding, as it was when the invoice was last saved or issued. */
  withheldBy: WithheldBy.nullable(),
  terms: z.string().nullable(),
  notes: z.string().nullable(),
  billTo: Party,
  supplier: Party.nullable(),
  ...totals,
  paid: MinorUnits,
  credited: MinorUnits,
  issuedAt: Instant.nullable(),
  /** Why an admin issued it above the client's credit limit. */
  creditLimitReason: z.string().nullable(),
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
      /** Without a sign, even for an allowance. */
      net: MinorUnits,
      tax: MinorUnits,
    }),
  ),
  /** The recurring invoice that created it, under its own name, which may contain period tokens. */
  series: Reference.nullable(),
  approval: Approval,
  /** Receipts and credit notes that settled it. */
  settlements: z.array(
    z.object({
      kind: z.enum(['receipt', 'credit_note']),
      document: Reference,
      /** The payer, if it is not the client of the invoice. */
      payer: Reference.nullable(),
      date: PlainDate,
      amount: MinorUnits,
      withheldPart: MinorUnits,
      exchangeGain: ExchangeGain,
      reversedOn: PlainDate.nullable(),
    }),
  ),
  ...Reminders.shape,
  /** Whether the client is erased: it takes nothing new. */
  clientErased: z.boolean(),
  /** The client's own setting, which applies to the invoice too. */
  clientReminders: Reminders,
  writtenOff: MinorUnits,
  /** The write-offs of the invoice. */
  writeOffs: z.array(
    z.object({
      id: Uuid,
      date: PlainDate,
      amount: MinorUnits,
      /** Null for a small difference that was written off with a receipt. */
      reason: z.string().nullable(),
      receipt: Reference.nullable(),
      reversedOn: PlainDate.nullable(),
    }),
  ),
});
export type Invoice = z.infer<typeof Invoice>;

/** What the form needs to compute as the server does: the rules of the entity, and each tax code as it applies to this client on this date. */
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
  /** The client's withholding code, if it is active. */
  withholdingCodeId: Uuid.nullable(),
  withholdingRate: z.string().nullable(),
  /** The codes in force on this date, with what has been counted for this client so far. */
  withholdingCodes: z.array(
    Reference.extend({ section: z.string(), currency: z.string(), terms: WithholdingTerms }),
  ),
  terms: z.string().nullable(),
  /** Whether invoices of the client list their hours in an annex. */
  listsHours: z.boolean(),
  /** The entity's default tax code comes first. */
  taxCodes: z.array(Reference.extend({ code: z.string(), treatment: TaxTreatment })),
  /** The tax code that a new line starts with. Null if the client is abroad or has a special tax treatment: then a person chooses. */
  usualTaxCodeId: Uuid.nullable(),
  /** The client's advances that can be allocated after issue. */
  advance: MinorUnits,
  /** The receipts that can be named as paid before, in any currency, oldest first. Taxed advances are excluded. */
  advances: z.array(OpenAdvance),
  /** Null if the client has no credit limit. It holds for documents in its currency. */
  credit: Credit.nullable(),
});
export type InvoiceBasis = z.infer<typeof InvoiceBasis>;

/** The faults of a document by field. */
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
  /** The number that the invoice would get if it were issued now. */
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
  /** Set if the invoice would exceed the client's credit limit. */
  creditExceeded: Credit.nullable(),
  /** Why the invoice cannot be issued yet, by field. */
  refusals: FieldFaults,
});
