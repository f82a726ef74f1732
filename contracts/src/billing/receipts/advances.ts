import { z } from 'zod';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { AdvanceTax } from '../../money/settlement.ts';
import { TaxCategory } from '../../money/tax-split.ts';
import { IndianState } from '../invoices/invoice-input.ts';

/** An advance voucher holds the tax on the amount that no invoice has used yet. */
export const voucherKinds = ['receipt', 'advance_voucher'] as const;

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

export const advanceFields = {
  voucherKind: z.enum(voucherKinds).default('receipt'),
  /** The tax code of the advance; only for an advance voucher. */
  advanceTaxCodeId: absent(Uuid),
  /** India: a state code that overrides the place of supply derived from the addresses. */
  placeOfSupply: absent(IndianState),
};

const TaxedAmount = z.object({
  gross: MinorUnits,
  net: MinorUnits,
  tax: MinorUnits,
  components: z.array(z.object({ name: z.string(), tax: MinorUnits })),
});

/** The advance at the time of receipt and what is left of it, each with its tax included. */
export const HeldAdvance = z.object({
  taxCode: Reference,
  category: TaxCategory,
  ratePct: z.string(),
  placeOfSupply: z.string().nullable(),
  taken: TaxedAmount,
  left: TaxedAmount,
});
export type HeldAdvance = z.infer<typeof HeldAdvance>;

export const AdvanceBasisQuery = z.object({
  entityId: Uuid,
  clientId: Uuid,
  receiptDate: PlainDate,
  placeOfSupply: IndianState.optional(),
});

/** How an advance would be taxed on its day. There are no tax codes if the entity does not tax advances. */
export const AdvanceBasis = z.object({
  placeOfSupply: z.string().nullable(),
  taxCodes: z.array(Reference.extend({ code: z.string(), tax: AdvanceTax })),
});
export type AdvanceBasis = z.infer<typeof AdvanceBasis>;
