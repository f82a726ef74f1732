import type { RecurringInvoiceRow } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';
import { inCurrency } from '../documents/exported-figures.ts';

export function recurringInvoiceExport(language: Language) {
  const { headers, sheet, yesNo, recurringMode, seriesStatus, pauseReason } = exportTexts[language];
  const columns: ExportColumn<RecurringInvoiceRow>[] = [
    { header: headers.seriesTitle, value: (row) => row.title },
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.seriesMode, value: (row) => recurringMode[row.mode] },
    { header: headers.rule, value: (row) => row.rrule },
    { header: headers.status, value: (row) => seriesStatus[row.status] },
    { header: headers.pausedFor, value: (row) => row.pausedFor && pauseReason[row.pausedFor] },
    { header: headers.nextOn, date: (row) => row.nextOn },
    { header: headers.currency, value: (row) => row.currency },
    inCurrency(headers.nextAmount, (row) => row.nextAmount),
    {
      header: headers.pricesIncludeTax,
      value: (row) => (row.pricesIncludeTax ? yesNo.yes : yesNo.no),
    },
  ];
  return { name: 'recurring-invoices', sheet: sheet.recurringInvoices, columns };
}
