import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import type { ExportColumn } from '../../http/send-export.ts';

/** Includes the fee only for people who may see what clients pay. */
export function taskExport(language: Language, withMoney: boolean) {
  const { billingStatus, headers, priority, sheet, taskStatus } = exportTexts[language];
  const columns: ExportColumn<TaskRow>[] = [
    { header: headers.number, value: (row) => row.no },
    { header: headers.title, value: (row) => row.title },
    { header: headers.client, value: (row) => row.client?.label },
    { header: headers.taskCategory, value: (row) => row.category?.label },
    { header: headers.service, value: (row) => row.service?.label },
    { header: headers.status, value: (row) => taskStatus[row.status] },
    { header: headers.priority, value: (row) => priority[row.priority] },
    { header: headers.startOn, date: (row) => row.startOn },
    { header: headers.targetOn, date: (row) => row.targetOn },
    { header: headers.dueOn, date: (row) => row.dueOn },
    { header: headers.assignees, value: (row) => row.assignees.map(({ label }) => label).join(', ') },
    { header: headers.reviewer, value: (row) => row.reviewer?.label },
    { header: headers.estimate, value: (row) => row.estimateMin },
    { header: headers.spent, value: (row) => row.spentMin },
    { header: headers.billing, value: (row) => billingStatus[row.billingStatus] },
  ];
  const ofMoney: ExportColumn<TaskRow>[] = [
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.fee, money: (row) => row.fee ?? null, currency: (row) => row.currency },
  ];
  return { name: 'tasks', sheet: sheet.tasks, columns: withMoney ? [...columns, ...ofMoney] : columns };
}
