import { z } from 'zod';
import { MinorUnits } from '../../fields.ts';

/** What the books have of an invoice or a credit note, in the base currency of its entity; the last is the sum of the others. */
export const BaseFigures = z.object({
  net: MinorUnits,
  tax: MinorUnits,
  rounding: MinorUnits,
  total: MinorUnits,
});
export type BaseFigures = z.infer<typeof BaseFigures>;

/** What a receipt brought, in the base currency at its own rate. */
export const ReceivedInBase = z.object({ amount: MinorUnits, withheld: MinorUnits, bankCharge: MinorUnits });

/** Of what settles a document in another currency: what its rate gained on the document's own, in the base currency. A loss is less than nothing. */
export const ExchangeGain = MinorUnits;
