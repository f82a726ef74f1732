import { pendingInvoices } from '@daybook/contracts/billing/pending-invoices';
import { Refusal } from '@daybook/contracts/refusals';
import { holds } from '../auth/current-user.ts';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import { draftOfItems, draftOfTask } from './draft-of-items.ts';
import {
  countPending,
  createPending,
  editPending,
  getPending,
  listPending,
  movePending,
} from './pending-invoices.queries.ts';

export const pendingInvoicesRoutes = implement(
  'pending_invoices',
  pendingInvoices,
)({
  list: ({ db, user, input }) => listPending(db, user, input),
  total: ({ db, user, input }) => countPending(db, user, input),
  export: ({ db, user, input, reply }) =>
    sendExport(
      reply,
      'pending-invoices',
      input.format,
      (cursor) => listPending(db, user, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Ready on', value: (row) => row.readyOn },
        { header: 'Client', value: (row) => row.client.label },
        { header: 'Billing entity', value: (row) => row.entity.label },
        { header: 'Description', value: (row) => row.description },
        { header: 'Amount', money: (row) => row.amount, currency: (row) => row.currency },
        { header: 'Original amount', money: (row) => row.originalAmount, currency: (row) => row.currency },
        { header: 'Currency', value: (row) => row.currency },
        { header: 'State', value: (row) => row.state },
        { header: 'Reason', value: (row) => row.reason },
      ],
    ),
  open: ({ db, user, input }) => getPending(db, user, input.id),
  create: ({ db, user, input }) => createPending(db, user, input),
  edit: ({ db, user, input, version }) => editPending(db, user, input, version),
  hold: ({ db, user, input: { id, held }, version }) =>
    movePending(db, user, { id, to: held ? 'held' : 'open' }, version),
  writeOff: ({ db, user, input: { id, reason }, version }) =>
    movePending(db, user, { id, to: 'written_off', reason }, version),
  draft: async ({ db, user, input }) => {
    if (!holds(user, 'pending_invoices')) throw new Refusal('PERM_DENIED');
    return draftOfItems(db, user, input);
  },
  ofTask: async ({ db, user, input }) => ({
    invoiceId: (await draftOfTask(db, user, input.id, input.issueDate)).id,
  }),
});
