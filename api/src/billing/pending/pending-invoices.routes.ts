import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { Refusal } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { makeDrafts, planDrafts } from './bill-many.ts';
import { appendItems, draftOfItems, draftOfTask } from './draft-of-items.ts';
import { planWork } from './plan-work.ts';
import { totalPending, getPending, listPending } from './pending-invoices.queries.ts';
import { createPending, editPending, movePending } from './change-pending-item.ts';
import { pendingExport } from './pending-invoices.export.ts';

/** Creating an invoice from pending items requires the permission to see pending items. */
function mayBill(user: CurrentUser): void {
  if (!holds(user, 'pending_invoices')) throw new Refusal('PERM_DENIED');
}

export const pendingInvoicesRoutes = implement(
  'pending_invoices',
  pendingInvoices,
)({
  list: ({ db, user, input }) => listPending(db, user, input),
  total: ({ db, user, input }) => totalPending(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listPending(db, user, { ...input, pageSize: 500, cursor }),
      pendingExport(language),
    ),
  open: ({ db, user, input }) => getPending(db, user, input.id),
  create: ({ db, user, input }) => createPending(db, user, input),
  edit: ({ db, user, input, version }) => editPending(db, user, input, version),
  hold: ({ db, user, input: { id, held, reason }, version }) =>
    movePending(db, user, { id, to: held ? 'held' : 'open', reason }, version),
  writeOff: ({ db, user, input, version }) => movePending(db, user, { ...input, to: 'written_off' }, version),
  draft: async ({ db, user, input }) => {
    mayBill(user);
    return draftOfItems(db, user, input);
  },
  plan: async ({ db, user, input, language }) => {
    mayBill(user);
    return planDrafts(db, user, input, language);
  },
  planWork: async ({ db, user, input, language }) => {
    mayBill(user);
    return planWork(db, user, input, language);
  },
  drafts: async ({ db, user, input, language }) => {
    mayBill(user);
    return { results: await makeDrafts(db, user, input, language) };
  },
  append: async ({ db, user, input, version }) => {
    mayBill(user);
    return appendItems(db, user, input, version);
  },
  ofTask: async ({ db, user, input }) => ({
    invoiceId: (await draftOfTask(db, user, input.id, input.issueDate)).id,
  }),
});
