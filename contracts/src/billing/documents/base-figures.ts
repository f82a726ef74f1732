import { z } from 'zod';
import { MinorUnits } from '../../fields.ts';

/** The booked figures of an invoice or a credit note, in the entity's base currency; `total` is the sum of the others. */
export const BaseFigures = z.object({
  net: MinorUnits,
  tax: MinorUnits,
  rounding: MinorUnits,
  total: MinorUnits,
});
export type BaseFigures = z.infer<typeof BaseFigures>;

/** The amounts of a receipt in the base currency, at the receipt's own rate. */
export const ReceivedInBase = z.object({ amount: MinorUnits, withheld: MinorUnits, bankCharge: MinorUnits });

/** The exchange gain, in the base currency, of a settlement whose rate differs from the document's. A loss is negative. */
export const ExchangeGain = MinorUnits;
