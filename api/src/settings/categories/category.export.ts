import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language, Reference } from '@daybook/contracts/fields';
import type { Minor } from '@daybook/contracts/money/money';
import type { ExportColumn } from '../../http/send-export.ts';

interface Category {
  name: string;
  department: Reference | null;
  service: Reference | null;
  fee: Minor | null;
  currency: string | null;
  reviewRequired: boolean;
  estimateMin: number | null;
  priority: number;
  active: boolean;
}

/** The columns that both kinds of category have in common. */
export function categoryColumns(language: Language): ExportColumn<Category>[] {
  const { headers, priority, yesNo } = exportTexts[language];
  const said = (is: boolean) => (is ? yesNo.yes : yesNo.no);
  return [
    { header: headers.name, value: (row) => row.name },
    { header: headers.department, value: (row) => row.department?.label },
    { header: headers.service, value: (row) => row.service?.label },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.fee, money: (row) => row.fee, currency: (row) => row.currency },
    { header: headers.priority, value: (row) => priority[row.priority] },
    { header: headers.reviewRequired, value: (row) => said(row.reviewRequired) },
    { header: headers.estimate, value: (row) => row.estimateMin },
    { header: headers.active, value: (row) => said(row.active) },
  ];
}
