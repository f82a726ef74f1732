import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { TaskCategoryRow } from '@daybook/contracts/settings/categories/task-categories';
import type { ExportColumn } from '../../http/send-export.ts';
import { categoryColumns } from './category.export.ts';

export function taskCategoryExport(language: Language) {
  const { headers, sheet } = exportTexts[language];
  const columns: ExportColumn<TaskCategoryRow>[] = [
    ...categoryColumns(language),
    { header: headers.slaDays, value: (row) => row.slaDays },
  ];
  return { name: 'task-categories', sheet: sheet.taskCategories, columns };
}
