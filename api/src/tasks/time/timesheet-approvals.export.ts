import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { TimesheetApproval } from '@daybook/contracts/tasks/time/timesheet-approvals';
import type { ExportColumn } from '../../http/send-export.ts';

export function approvalsExport(language: Language) {
  const { headers, sheet, timesheetStatus } = exportTexts[language];
  const columns: ExportColumn<TimesheetApproval>[] = [
    { header: headers.weekOf, date: (row) => row.weekOn },
    { header: headers.person, value: (row) => row.person.label },
    { header: headers.departments, value: (row) => row.departments.map(({ label }) => label).join(', ') },
    { header: headers.status, value: (row) => timesheetStatus[row.status] },
    { header: headers.submittedOn, date: (row) => row.submittedAt.slice(0, 10) },
    { header: headers.minutes, value: (row) => row.minutes },
    { header: headers.missingMinutes, value: (row) => row.missingMinutes },
    { header: headers.decidedBy, value: (row) => row.decidedBy?.label },
    { header: headers.reason, value: (row) => row.reason },
  ];
  return { name: 'timesheets', sheet: sheet.timesheets, columns };
}
