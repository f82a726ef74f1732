import { z } from 'zod';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { WithholdingTerms } from '../../money/withholding.ts';

/** An invoice that still owes, with the amount that the proposed allocation gives it. */
export const OpenInvoice = z.object({
  id: Uuid,
  number: z.string(),
  issueDate: PlainDate,
  dueDate: PlainDate,
  payable: MinorUnits,
  outstanding: MinorUnits,
  /** Tax the client is expected to withhold on it. */
  withheldExpected: MinorUnits,
  proposed: MinorUnits,
});

/** `writeOffLimit`: how much of it may be left for the rest to be given up with a payment. */
export const PayableInvoice = OpenInvoice.extend({
  /** At which it was booked. */
  fxRate: z.string(),
  /** Whose it is, where it is another's of the group that the client pays for. */
  client: Reference.nullable(),
  writeOffLimit: MinorUnits,
  /** By which code tax is withheld on the day of the receipt, and of which amount; null where the invoice names none. */
  withholding: z
    .object({ codeId: Uuid, section: z.string(), base: MinorUnits, terms: WithholdingTerms })
    .nullable(),
});
