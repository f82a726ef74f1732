import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { PackageRow } from '@daybook/contracts/settings/packages/packages';
import type { ExportColumn } from '../../http/send-export.ts';

export function packageExport(language: Language) {
  const { headers, sheet, cycle, yesNo } = exportTexts[language];
  const columns: ExportColumn<PackageRow>[] = [
    { header: headers.name, value: (row) => row.name },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.cycle, value: (row) => cycle[row.cycle] },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.price, money: (row) => row.price, currency: (row) => row.currency },
    { header: headers.validFrom, value: (row) => row.validFrom },
    { header: headers.validTo, value: (row) => row.validTo },
    { header: headers.active, value: (row) => (row.active ? yesNo.yes : yesNo.no) },
  ];
  return { name: 'packages', sheet: sheet.packages, columns };
}
