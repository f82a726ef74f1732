import { z } from 'zod';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { WithholdingTerms } from '../../money/withholding.ts';

/** An outstanding invoice with its proposed allocation. */
export const OpenInvoice = z.object({
  id: Uuid,
  number: z.string(),
  issueDate: PlainDate,
  dueDate: PlainDate,
  payable: MinorUnits,
  outstanding: MinorUnits,
  /** Tax that the client is expected to withhold on the invoice. */
  withheldExpected: MinorUnits,
  proposed: MinorUnits,
});

/** `writeOffLimit` is the largest remainder that may be written off with a payment. */
export const PayableInvoice = OpenInvoice.extend({
  /** The rate at which the invoice was booked. */
  fxRate: z.string(),
  /** The client of the invoice, if it is another client of the payer's group. */
  client: Reference.nullable(),
  writeOffLimit: MinorUnits,
  /** The withholding code on the day of the receipt, and its base; null if the invoice has no code. */
  withholding: z
    .object({ codeId: Uuid, section: z.string(), base: MinorUnits, terms: WithholdingTerms })
    .nullable(),
});
