import type { TaxCode } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function taxCodeExport(language: Language) {
  const { headers, rateCategory, regime, sheet, taxKind, yesNo } = exportTexts[language];
  const columns: ExportColumn<TaxCode>[] = [
    { header: headers.code, value: (row) => row.code },
    { header: headers.name, value: (row) => row.name },
    { header: headers.regime, value: (row) => regime[row.regime] },
    { header: headers.taxKind, value: (row) => taxKind[row.kind] },
    { header: headers.taxCategory, value: (row) => rateCategory[row.category] },
    { header: headers.rate, value: (row) => (row.rate === null ? null : Number(row.rate)) },
    { header: headers.active, value: (row) => (row.active ? yesNo.yes : yesNo.no) },
  ];
  return { name: 'tax-codes', sheet: sheet.taxCodes, columns };
}
