import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ChargeRate } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import type { ExportColumn } from '../../http/send-export.ts';

export function chargeRateExport(language: Language) {
  const { headers, sheet } = exportTexts[language];
  const columns: ExportColumn<ChargeRate>[] = [
    { header: headers.client, value: (row) => row.client?.label },
    { header: headers.service, value: (row) => row.service?.label },
    { header: headers.person, value: (row) => row.person?.label },
    { header: headers.hourlyRate, money: (row) => row.rate, currency: (row) => row.currency },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.fromDay, date: (row) => row.validFrom },
    { header: headers.validTo, date: (row) => row.validTo },
  ];
  return { name: 'charge-rates', sheet: sheet.chargeRates, columns };
}
