import type { StaffVoucherRow } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';
import { inCurrency } from '../documents/exported-figures.ts';

export function staffVoucherExport(language: Language) {
  const { headers, sheet, staffVoucherKind, staffVoucherStatus, staffMoney } = exportTexts[language];
  const columns: ExportColumn<StaffVoucherRow>[] = [
    { header: headers.voucher, value: (row) => row.number },
    { header: headers.kind, value: (row) => staffVoucherKind[row.kind] },
    { header: headers.status, value: (row) => staffVoucherStatus[row.status] },
    { header: headers.date, date: (row) => row.date },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.person, value: (row) => row.person.label },
    { header: headers.account, value: (row) => row.receiver?.label ?? staffMoney[row.account] },
    { header: headers.currency, value: (row) => row.currency },
    inCurrency(headers.amount, (row) => row.amount),
  ];
  return { name: 'staff-vouchers', sheet: sheet.staffVouchers, columns };
}
