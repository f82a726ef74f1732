import type { Department } from '@daybook/contracts/settings/departments/departments';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function departmentExport(language: Language) {
  const { headers, sheet, yesNo } = exportTexts[language];
  const columns: ExportColumn<Department>[] = [
    { header: headers.name, value: (row) => row.name },
    { header: headers.head, value: (row) => row.head?.label },
    { header: headers.active, value: (row) => (row.active ? yesNo.yes : yesNo.no) },
  ];
  return { name: 'departments', sheet: sheet.departments, columns };
}
