import { z } from 'zod';
import { Amount, ById, MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ExchangeGain } from '../documents/base-figures.ts';

// What a receipt or a credit note settles of an invoice.

export const AllocationInput = z.strictObject({ invoiceId: Uuid, amount: Amount.min(1) });

export const Allocation = z.object({
  id: Uuid,
  invoice: Reference,
  date: PlainDate,
  amount: MinorUnits,
  exchangeGain: ExchangeGain,
  reversedOn: PlainDate.nullable(),
});

/** Settles invoices on the day named, or the first on which both documents stand. */
export const allocateFields = <Input extends z.ZodType>(allocation: Input) =>
  ById.extend({ date: PlainDate, allocations: z.array(allocation).min(1, 'ALLOC_NONE').max(200) });

/** Takes one allocation back on a day. */
export const unallocateFields = ById.extend({ allocationId: Uuid, date: PlainDate });
