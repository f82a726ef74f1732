import { endpoint } from '../../endpoint.ts';
import { ById, PlainDate, Uuid } from '../../fields.ts';
import { FxRate } from '../../money/decimal.ts';
import { Receipt } from './receipts.ts';

const step = { method: 'POST', allow: 'receipts.add', output: Receipt } as const;

/** What becomes of a cheque after it was received; when it bounces its receipt is reversed. */
export const cheques = {
  /** The bank has it: the money moves from the cheques in hand, to the account named or else to that of the receipt. */
  deposit: endpoint({
    ...step,
    path: '/receipts/:id/deposit',
    input: ById.extend({
      date: PlainDate,
      bankAccountId: Uuid.nullish().transform((value) => value ?? null),
    }),
  }),
  /** The bank has the money for good. */
  clear: endpoint({ ...step, path: '/receipts/:id/clear', input: ById.extend({ date: PlainDate }) }),
  /**
   * A bounced cheque goes to the bank once more: a new receipt, which settles what the first one did as far as it is owed
   * and the client still pays for it. In another currency it goes at the rate given, or else at the one kept for the day.
   */
  redeposit: endpoint({
    ...step,
    path: '/receipts/:id/redeposit',
    input: ById.extend({
      receiptDate: PlainDate,
      fxRate: FxRate.nullish().transform((value) => value ?? null),
      bankAccountId: Uuid.nullish().transform((value) => value ?? null),
    }),
  }),
};
