import { endpoint } from '../../endpoint.ts';
import { Amount, ById, PlainDate, Uuid, requiredText } from '../../fields.ts';
import { Invoice } from '../invoices/invoice-record.ts';

const step = { method: 'POST', allow: 'invoices.delete', versioned: true, output: Invoice } as const;

export const writeOffs = {
  /** Writes off all or part of the outstanding amount. The tax stays due, because only a credit note reduces it. */
  create: endpoint({
    ...step,
    path: '/invoices/:id/write-offs',
    input: ById.extend({ amount: Amount.min(1), date: PlainDate, reason: requiredText(500) }),
  }),
  /** Takes a write-off back on a day. From then on, the amount is outstanding again. */
  takeBack: endpoint({
    ...step,
    path: '/invoices/:id/write-offs/:writeOffId/take-back',
    input: ById.extend({ writeOffId: Uuid, date: PlainDate }),
  }),
};
