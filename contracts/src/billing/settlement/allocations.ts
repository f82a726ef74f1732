import { z } from 'zod';
import { Amount, ById, MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ExchangeGain } from '../documents/base-figures.ts';

// The amount of a receipt or credit note that settles an invoice.

export const AllocationInput = z.strictObject({ invoiceId: Uuid, amount: Amount.min(1) });

export const Allocation = z.object({
  id: Uuid,
  invoice: Reference,
  date: PlainDate,
  amount: MinorUnits,
  exchangeGain: ExchangeGain,
  reversedOn: PlainDate.nullable(),
});

/** Settles invoices on the given day, or on the first day on which both documents exist. */
export const allocateFields = <Input extends z.ZodType>(allocation: Input) =>
  ById.extend({ date: PlainDate, allocations: z.array(allocation).min(1, 'ALLOC_NONE').max(200) });

/** Takes one allocation back on a day. */
export const unallocateFields = ById.extend({ allocationId: Uuid, date: PlainDate });
