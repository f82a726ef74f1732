import { z } from 'zod';
import { MinorUnits, Reference, Uuid } from '../../fields.ts';
import { pendingStatuses } from '../pending/pending-invoices.ts';

/** The charge for a bounced cheque: a pending item in the receipt's currency. */
export const BounceCharge = z.object({
  id: Uuid,
  amount: MinorUnits,
  status: z.enum(pendingStatuses),
  /** The invoice that bills the charge; a draft has no number yet. */
  invoice: Reference.nullable(),
});

/** An earlier receipt with the same reference, if the caller may see it. */
export const SameReference = z.object({
  code: z.literal('SAME_REFERENCE'),
  params: z.record(z.string(), z.string()),
});
