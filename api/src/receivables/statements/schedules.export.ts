import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { StatementSchedule } from '@daybook/contracts/receivables/statements/statement-schedules';
import type { ExportColumn } from '../../http/send-export.ts';

export function schedulesExport(language: Language) {
  const { headers, sheet, statementKind, statementRhythm, scheduleStatus } = exportTexts[language];
  const columns: ExportColumn<StatementSchedule>[] = [
    { header: headers.name, value: (row) => row.name },
    { header: headers.kind, value: (row) => statementKind[row.kind] },
    { header: headers.frequency, value: (row) => statementRhythm[row.every] },
    { header: headers.dayOfMonth, value: (row) => row.onDay },
    { header: headers.client, value: (row) => row.client?.label },
    { header: headers.group, value: (row) => row.group?.label },
    { header: headers.entity, value: (row) => row.entity?.label },
    { header: headers.owner, value: (row) => row.owner.label },
    { header: headers.status, value: (row) => scheduleStatus[row.status] },
    { header: headers.nextOn, date: (row) => row.nextOn },
  ];
  return { name: 'statement-schedules', sheet: sheet.statementSchedules, columns };
}
