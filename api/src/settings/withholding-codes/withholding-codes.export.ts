import type { WithholdingCode } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function withholdingCodeExport(language: Language) {
  const { headers, sheet, withholdingBase, withholdingCounting, withholdingDir, withholdingUnit, yesNo } =
    exportTexts[language];
  const columns: ExportColumn<WithholdingCode>[] = [
    { header: headers.lawSection, value: (row) => row.section },
    { header: headers.name, value: (row) => row.name },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.withheldOf, value: (row) => withholdingBase[row.base] },
    { header: headers.counting, value: (row) => withholdingCounting[row.counting] },
    { header: headers.roundTo, value: (row) => withholdingUnit[row.roundTo] },
    { header: headers.roundDir, value: (row) => withholdingDir[row.roundDir] },
    { header: headers.rate, value: (row) => (row.rate === null ? null : Number(row.rate)) },
    { header: headers.active, value: (row) => (row.active ? yesNo.yes : yesNo.no) },
  ];
  return { name: 'withholding-codes', sheet: sheet.withholdingCodes, columns };
}
