import { z } from 'zod';
import { Amount, MinorUnits, PlainDate, Reference, Uuid, optionalText, requiredText } from '../../fields.ts';
import { FxRate } from '../../money/decimal.ts';
import { ExchangeGain } from '../documents/base-figures.ts';

export const refundModes = ['bank', 'cash', 'cheque', 'upi', 'card'] as const;

/** Money refunded to a client, at the rate of the day. */
export const refundFields = {
  date: PlainDate,
  amount: Amount.min(1),
  mode: z.enum(refundModes),
  /** Required if the currency is not the base currency. */
  fxRate: FxRate.nullish().transform((value) => value ?? null),
  reference: optionalText(100),
  /** The billing entity's account that the refund is paid from; null for cash. */
  bankAccountId: Uuid.nullish().transform((value) => value ?? null),
};

/** What is needed to reverse a refund that was recorded by mistake. */
export const takeBackFields = { refundId: Uuid, date: PlainDate, reason: requiredText(500) };

export const Refund = z.object({
  id: Uuid,
  date: PlainDate,
  amount: MinorUnits,
  mode: z.enum(refundModes),
  reference: z.string().nullable(),
  bankAccount: Reference.nullable(),
  fxRate: z.string(),
  /** The refunded amount in the base currency, at the rate of the refund. */
  amountInBase: MinorUnits,
  exchangeGain: ExchangeGain,
  /** The day on which the refund was reversed. */
  reversedOn: PlainDate.nullable(),
});

export const ReceiptRefund = Refund.extend({
  /** The number of the refund voucher, if a taxed advance was refunded. */
  number: z.string().nullable(),
});
