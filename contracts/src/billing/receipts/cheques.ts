import { endpoint } from '../../endpoint.ts';
import { ById, PlainDate, Uuid } from '../../fields.ts';
import { FxRate } from '../../money/decimal.ts';
import { Receipt } from './receipts.ts';

const step = { method: 'POST', allow: 'receipts.add', output: Receipt } as const;

/** The steps of a received cheque. If it bounces, its receipt is reversed. */
export const cheques = {
  /** Deposits the cheque: the money moves from cheques in hand to the given account, or else to the account of the receipt. */
  deposit: endpoint({
    ...step,
    path: '/receipts/:id/deposit',
    input: ById.extend({
      date: PlainDate,
      bankAccountId: Uuid.nullish().transform((value) => value ?? null),
    }),
  }),
  /** Records that the cheque has cleared: the bank will not return it. */
  clear: endpoint({ ...step, path: '/receipts/:id/clear', input: ById.extend({ date: PlainDate }) }),
  /**
   * Deposits a bounced cheque again with a new receipt. The receipt settles the same invoices as the first one, as far
   * as they are still outstanding and the client still pays for them. In a foreign currency the rate is the given one,
   * or else the stored rate of the day.
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
