import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { RecurringTaskCategoryRow } from '@daybook/contracts/settings/categories/recurring-task-categories';
import type { ExportColumn } from '../../http/send-export.ts';
import { categoryColumns } from './category.export.ts';

export function recurringTaskCategoryExport(language: Language) {
  const { headers, sheet, yesNo } = exportTexts[language];
  const columns: ExportColumn<RecurringTaskCategoryRow>[] = [
    ...categoryColumns(language),
    { header: headers.rule, value: (row) => row.rule.rrule },
    { header: headers.leadDays, value: (row) => row.rule.leadDays },
    { header: headers.statutory, value: (row) => (row.statutory ? yesNo.yes : yesNo.no) },
    { header: headers.jurisdiction, value: (row) => row.jurisdiction },
  ];
  return { name: 'recurring-task-categories', sheet: sheet.recurringTaskCategories, columns };
}
