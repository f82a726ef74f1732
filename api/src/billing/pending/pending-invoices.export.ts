import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';
import { inCurrency } from '../documents/exported-figures.ts';

export function pendingExport(language: Language) {
  const { headers, lineKind, pendingStatus, sheet } = exportTexts[language];
  const columns: ExportColumn<PendingItem>[] = [
    { header: headers.readyOn, date: (row) => row.readyOn },
    { header: headers.status, value: (row) => pendingStatus[row.status] },
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.group, value: (row) => row.group?.label },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.kind, value: (row) => lineKind[row.kind] },
    { header: headers.service, value: (row) => row.service?.label },
    { header: headers.work, value: (row) => row.description },
    { header: headers.currency, value: (row) => row.currency },
    inCurrency(headers.amount, (row) => row.amount),
    inCurrency(headers.originalAmount, (row) => row.originalAmount),
    { header: headers.taxCode, value: (row) => row.taxCode.label },
    { header: headers.reason, value: (row) => row.reason },
    { header: headers.holdReason, value: (row) => row.holdReason },
  ];
  return { name: 'pending-invoices', sheet: sheet.pendingInvoices, columns };
}
