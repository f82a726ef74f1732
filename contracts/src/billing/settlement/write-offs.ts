import { endpoint } from '../../endpoint.ts';
import { Amount, ById, PlainDate, Uuid, requiredText } from '../../fields.ts';
import { Invoice } from '../invoices/invoice-record.ts';

const step = { method: 'POST', allow: 'invoices.delete', versioned: true, output: Invoice } as const;

export const writeOffs = {
  /** All or a part of what is still owed is given up; the tax stays due, as only a credit note takes it back. */
  create: endpoint({
    ...step,
    path: '/invoices/:id/write-offs',
    input: ById.extend({ amount: Amount.min(1), date: PlainDate, reason: requiredText(500) }),
  }),
  /** It is owed again from that day on. */
  takeBack: endpoint({
    ...step,
    path: '/invoices/:id/write-offs/:writeOffId/take-back',
    input: ById.extend({ writeOffId: Uuid, date: PlainDate }),
  }),
};
