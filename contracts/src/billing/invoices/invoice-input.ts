import { z } from 'zod';
import { Amount, LanguageCode, PlainDate, Uuid, optionalText, requiredText } from '../../fields.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { BaseQuantity, FxRate, Percentage, Quantity, UnitPrice } from '../../money/decimal.ts';
import { INDIAN_STATES } from '../../money/indian-states.ts';
import { NOTHING } from '../../money/money.ts';
import { AdvanceInput } from './prepaid.ts';

export const IndianState = z.string().refine((code) => INDIAN_STATES.has(code), 'NOT_A_CHOICE');
const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

export const InvoiceLineInput = z.strictObject({
  kind: z.enum(['fee', 'disbursement']).default('fee'),
  description: requiredText(1000),
  serviceId: absent(Uuid),
  /** The department of the line. Default: that of its work, of its service, or the client's only one. */
  departmentId: absent(Uuid),
  sacHsn: absent(z.string().regex(/^\d{4,8}$/, 'SAC_HSN')),
  qty: Quantity,
  unit: z
    .string()
    .regex(/^[A-Z0-9]{2,3}$/, 'UNIT_CODE')
    .default('C62'),
  unitPrice: UnitPrice,
  /** The number of units that the price is for. */
  baseQty: BaseQuantity.default('1'),
  /** A percentage or an amount, not both. */
  discountPct: absent(Percentage),
  discount: absent(Amount),
  charge: absent(Amount),
  taxCodeId: Uuid,
  /** The finished work that this line bills. */
  pendingItemId: absent(Uuid),
});
export type InvoiceLineInput = z.output<typeof InvoiceLineInput>;

export const InvoiceAdjustmentInput = z.strictObject({
  kind: z.enum(['allowance', 'charge']),
  reason: optionalText(200),
  amount: Amount,
  taxCodeId: Uuid,
});

/** The input of a draft. Amounts are minor units of `currency`; the server computes all figures. */
export const invoiceFields = {
  entityId: Uuid,
  clientId: Uuid,
  issueDate: PlainDate,
  dueDate: PlainDate,
  serviceFrom: absent(PlainDate),
  serviceTo: absent(PlainDate),
  supplyDate: absent(PlainDate),
  currency: CurrencyCode,
  /** Base currency of the entity per unit of `currency`. A draft may have none yet; if the currencies are the same, the rate is 1. */
  fxRate: absent(FxRate),
  docLocale: LanguageCode,
  /** India: a state code that overrides the place of supply derived from the addresses. */
  placeOfSupply: absent(IndianState),
  reverseCharge: z.boolean().default(false),
  poNo: optionalText(60),
  pricesIncludeTax: z.boolean().default(false),
  /** Whether an annex lists the hours behind the lines. */
  listsHours: z.boolean().default(false),
  /** The document discount, spread over the fees: a percentage or an amount. */
  discountPct: absent(Percentage),
  discount: absent(Amount),
  /** The amount paid before: the sum of `advances` if there are any, else taken from the client's oldest receipts. */
  prepaid: Amount.nullish().transform((value) => value ?? NOTHING),
  advances: z.array(AdvanceInput).max(50).default([]),
  withholdingCodeId: absent(Uuid),
  /** A rate agreed with or certified for this client, in place of the code's rates. */
  withholdingRate: absent(Percentage),
  terms: optionalText(2000),
  notes: optionalText(2000),
  lines: z.array(InvoiceLineInput).min(1).max(100),
  adjustments: z.array(InvoiceAdjustmentInput).max(20).default([]),
};
