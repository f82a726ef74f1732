import { z } from 'zod';
import { Amount, PlainDate, optionalText } from '../fields.ts';
import { FxRate } from '../money/decimal.ts';

export const refundModes = ['bank', 'cash', 'cheque', 'upi', 'card'] as const;

/** Money that goes back to a client, at the rate of the day. */
export const refundFields = {
  date: PlainDate,
  amount: Amount.min(1),
  mode: z.enum(refundModes),
  fxRate: FxRate.default('1'),
  reference: optionalText(100),
};
