import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import { implement } from '../../http/implement.ts';
import { approveInvoice, askApproval, sendBackInvoice } from './approve-invoice.ts';

export const invoiceApprovalsRoutes = implement(
  'invoice_approvals',
  invoiceApprovals,
)({
  ask: ({ db, user, input, version }) => askApproval(db, user, { ...input, version }),
  approve: ({ db, user, input, version }) => approveInvoice(db, user, { ...input, version }),
  sendBack: ({ db, user, input, version }) => sendBackInvoice(db, user, { ...input, version }),
});
