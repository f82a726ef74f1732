import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { RecurringTaskRow } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { ExportColumn } from '../../http/send-export.ts';

/** Includes the fee only for people who may see what clients pay. */
export function recurringTaskExport(language: Language, withMoney: boolean) {
  const { assigneeRule, headers, seriesStatus, sheet } = exportTexts[language];
  const columns: ExportColumn<RecurringTaskRow>[] = [
    { header: headers.title, value: (row) => row.title },
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.taskCategory, value: (row) => row.category.label },
    { header: headers.status, value: (row) => seriesStatus[row.status] },
    { header: headers.rule, value: (row) => row.rule.rrule },
    { header: headers.leadDays, value: (row) => row.rule.leadDays },
    { header: headers.nextDue, date: (row) => row.next?.due ?? null },
    { header: headers.assigneeRule, value: (row) => assigneeRule[row.assigneeRule] },
    { header: headers.assignees, value: (row) => row.assignees.map(({ label }) => label).join(', ') },
    { header: headers.reviewer, value: (row) => row.reviewer?.label },
  ];
  const ofMoney: ExportColumn<RecurringTaskRow>[] = [
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.fee, money: (row) => row.fee ?? null, currency: (row) => row.currency },
  ];
  return {
    name: 'recurring-tasks',
    sheet: sheet.recurringTasks,
    columns: withMoney ? [...columns, ...ofMoney] : columns,
  };
}
