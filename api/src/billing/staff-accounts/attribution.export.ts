import type { Attribution, AttributionRow } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

type Exported = AttributionRow & { currency: string };

/** The rows of all currencies, without the totals, which a program would add again. */
export const exportedRows = (found: readonly Attribution[]): Exported[] =>
  found.flatMap(({ currency, rows }) => rows.map((row) => ({ ...row, currency })));

export function attributionExport(language: Language) {
  const { headers, sheet, withoutRecord } = exportTexts[language];
  const currency = (row: Exported) => row.currency;
  const columns: ExportColumn<Exported>[] = [
    { header: headers.person, value: (row) => row.person?.label ?? withoutRecord.none },
    { header: headers.month, value: (row) => row.month },
    { header: headers.currency, value: currency },
    { header: headers.billed, money: (row) => row.billed, currency },
    { header: headers.collected, money: (row) => row.collected, currency },
    { header: headers.outstanding, money: (row) => row.outstanding, currency },
  ];
  return { name: 'attribution', sheet: sheet.attribution, columns };
}
