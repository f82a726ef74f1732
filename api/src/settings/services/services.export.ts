import type { Service } from '@daybook/contracts/settings/services/services';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function serviceExport(language: Language) {
  const { headers, sheet, unit, yesNo } = exportTexts[language];
  const columns: ExportColumn<Service>[] = [
    { header: headers.name, value: (row) => row.name },
    { header: headers.department, value: (row) => row.department?.label },
    { header: headers.sacHsn, value: (row) => row.sacHsn },
    { header: headers.unit, value: (row) => unit[row.unit] ?? row.unit },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.price, money: (row) => row.price, currency: (row) => row.currency },
    { header: headers.taxCode, value: (row) => row.taxCode.label },
    { header: headers.incomeAccount, value: (row) => row.incomeAccount?.label },
    { header: headers.active, value: (row) => (row.active ? yesNo.yes : yesNo.no) },
  ];
  return { name: 'services', sheet: sheet.services, columns };
}
