import { z } from 'zod';
import { Amount, MinorUnits, PlainDate, Reference, Uuid, optionalText, requiredText } from '../../fields.ts';
import { FxRate } from '../../money/decimal.ts';
import { ExchangeGain } from '../documents/base-figures.ts';

export const refundModes = ['bank', 'cash', 'cheque', 'upi', 'card'] as const;

/** Money that goes back to a client, at the rate of the day. */
export const refundFields = {
  date: PlainDate,
  amount: Amount.min(1),
  mode: z.enum(refundModes),
  /** Required of another currency than the base. */
  fxRate: FxRate.nullish().transform((value) => value ?? null),
  reference: optionalText(100),
  /** Which of the billing entity's accounts it was paid from; of cash none. */
  bankAccountId: Uuid.nullish().transform((value) => value ?? null),
};

/** What a refund that was recorded by mistake needs to be taken back. */
export const takeBackFields = { refundId: Uuid, date: PlainDate, reason: requiredText(500) };

export const Refund = z.object({
  id: Uuid,
  date: PlainDate,
  amount: MinorUnits,
  mode: z.enum(refundModes),
  reference: z.string().nullable(),
  bankAccount: Reference.nullable(),
  fxRate: z.string(),
  /** What was paid, in the base currency at that rate. */
  amountInBase: MinorUnits,
  exchangeGain: ExchangeGain,
  /** The day on which it was taken back. */
  reversedOn: PlainDate.nullable(),
});

export const ReceiptRefund = Refund.extend({
  /** Of the refund voucher, when what went back was taxed as an advance. */
  number: z.string().nullable(),
});
