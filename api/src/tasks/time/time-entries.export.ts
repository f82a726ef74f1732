import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { TimeEntry } from '@daybook/contracts/tasks/time/task-time';
import type { ExportColumn } from '../../http/send-export.ts';

export function timeExport(language: Language) {
  const { headers, sheet, yesNo } = exportTexts[language];
  const columns: ExportColumn<TimeEntry>[] = [
    { header: headers.date, date: (row) => row.workedOn },
    { header: headers.person, value: (row) => row.person.label },
    { header: headers.number, value: (row) => row.task.no },
    { header: headers.title, value: (row) => row.task.label },
    { header: headers.client, value: (row) => row.client?.label },
    { header: headers.minutes, value: (row) => row.minutes },
    { header: headers.billableWork, value: (row) => (row.billable ? yesNo.yes : yesNo.no) },
    { header: headers.timeNote, value: (row) => row.note },
  ];
  return { name: 'time', sheet: sheet.time, columns };
}
