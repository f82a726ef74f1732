import type { UnbilledTask } from '@daybook/contracts/billing/pending/unbilled-hours';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function unbilledHoursExport(language: Language) {
  const { headers, sheet, billingRule, yesNo } = exportTexts[language];
  const columns: ExportColumn<UnbilledTask>[] = [
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.number, value: (row) => row.no },
    { header: headers.title, value: (row) => row.title },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.billingRule, value: (row) => billingRule[row.billingRule] },
    { header: headers.taskCompleted, value: (row) => (row.isCompleted ? yesNo.yes : yesNo.no) },
    { header: headers.hoursFrom, date: (row) => row.from },
    { header: headers.hoursUntil, date: (row) => row.to },
    { header: headers.minutes, value: (row) => row.minutes },
    { header: headers.unratedMinutes, value: (row) => row.unratedMinutes },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.valueAtRate, money: (row) => row.value, currency: (row) => row.currency },
    { header: headers.toBill, money: (row) => row.proposed, currency: (row) => row.currency },
  ];
  return { name: 'unbilled-hours', sheet: sheet.unbilledHours, columns };
}
