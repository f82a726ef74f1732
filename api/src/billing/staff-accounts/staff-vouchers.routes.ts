import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { confirmCash, offerCash, withdrawCash } from './hand-over-cash.ts';
import { giveAdvance, returnAdvance } from './move-advance.ts';
import { reverseVoucher } from './reverse-voucher.ts';
import { settleExpenses } from './settle-expenses.ts';
import { sendVoucherPdf } from './staff-voucher-pdf.ts';
import { staffVoucherExport } from './staff-vouchers.export.ts';
import { countStaffVouchers, getStaffVoucher, listStaffVouchers } from './staff-vouchers.queries.ts';

export const staffVouchersRoutes = implement(
  'staff_vouchers',
  staffVouchers,
)({
  list: ({ db, user, input }) => listStaffVouchers(db, user, input),
  total: ({ db, user, input }) => countStaffVouchers(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listStaffVouchers(db, user, { ...input, pageSize: 500, cursor }),
      staffVoucherExport(language),
    ),
  open: ({ db, user, input }) => getStaffVoucher(db, user, input.id),
  advance: ({ db, user, input }) => giveAdvance(db, user, input),
  returnAdvance: ({ db, user, input }) => returnAdvance(db, user, input),
  settle: ({ db, user, input }) => settleExpenses(db, user, input),
  handOver: ({ db, user, input }) => offerCash(db, user, input),
  confirm: ({ db, user, input, version }) => confirmCash(db, user, input, version),
  withdraw: ({ db, user, input, version }) => withdrawCash(db, user, input, version),
  reverse: ({ db, user, input, version }) => reverseVoucher(db, user, input, version),
  pdf: ({ db, user, input, reply }) => sendVoucherPdf(db, user, input.id, reply),
});
