import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { Refusal } from '@daybook/contracts/refusals';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { receiptBasis } from '../settlement/receipt-basis.ts';
import { openInvoicesOf } from '../settlement/payable-invoices.ts';
import { advanceBasis } from './advance-vouchers.ts';
import { allocateReceipt, reverseReceipt, unallocateReceipt } from './change-receipt.ts';
import { createReceipt } from './post-receipt.ts';
import { receiptsLike, waitingLike } from './receipts-like.ts';
import { refundReceipt, takeBackReceiptRefund } from './refund-receipt.ts';
import { sendReceiptPdf, sendRefundPdf } from './receipt-pdf.ts';
import { totalReceipts, getReceipt, listReceipts } from './receipts.queries.ts';
import { exportedReceipts, receiptExport } from './receipts.export.ts';

export const receiptsRoutes = implement(
  'receipts',
  receipts,
)({
  list: ({ db, user, input }) => listReceipts(db, user, input),
  total: ({ db, user, input }) => totalReceipts(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      async (cursor) =>
        exportedReceipts(db, await listReceipts(db, user, { ...input, pageSize: 500, cursor })),
      receiptExport(language),
    ),
  basis: async ({ db, input }) => {
    const basis = await receiptBasis(db, input.entityId);
    if (!basis) throw new Refusal('NOT_FOUND');
    return basis;
  },
  advanceBasis: ({ db, user, input }) => advanceBasis(db, user, input),
  openInvoices: ({ db, user, input }) => openInvoicesOf(db, user, input),
  sameReference: async ({ db, user, input }) => ({
    rows: await receiptsLike(db, user, input),
    waiting: await waitingLike(db, user, input),
  }),
  open: ({ db, user, input }) => getReceipt(db, user, input.id),
  create: ({ db, user, input }) => createReceipt(db, user, input),
  allocate: ({ db, user, input }) => allocateReceipt(db, user, input),
  unallocate: ({ db, user, input }) => unallocateReceipt(db, user, input),
  refund: ({ db, user, input }) => refundReceipt(db, user, input),
  takeBackRefund: ({ db, user, input }) => takeBackReceiptRefund(db, user, input),
  reverse: ({ db, user, input }) => reverseReceipt(db, user, input),
  pdf: ({ db, user, input, reply }) => sendReceiptPdf(db, user, input.id, reply),
  refundPdf: ({ db, user, input, reply }) => sendRefundPdf(db, user, input, reply),
});
