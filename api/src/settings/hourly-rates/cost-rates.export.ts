import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { CostRate } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import type { ExportColumn } from '../../http/send-export.ts';

export function costRateExport(language: Language) {
  const { headers, sheet } = exportTexts[language];
  const columns: ExportColumn<CostRate>[] = [
    { header: headers.person, value: (row) => row.person.label },
    { header: headers.hourlyRate, money: (row) => row.rate, currency: (row) => row.currency },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.fromDay, date: (row) => row.validFrom },
    { header: headers.validTo, date: (row) => row.validTo },
  ];
  return { name: 'cost-rates', sheet: sheet.costRates, columns };
}
