import type { ExchangeRate } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function exchangeRateExport(language: Language) {
  const { headers, sheet } = exportTexts[language];
  const columns: ExportColumn<ExchangeRate>[] = [
    { header: headers.fromCurrency, value: (row) => row.from },
    { header: headers.toCurrency, value: (row) => row.to },
    { header: headers.fromDay, date: (row) => row.date },
    { header: headers.fxRate, value: (row) => Number(row.rate) },
    { header: headers.rateSource, value: (row) => row.source },
  ];
  return { name: 'exchange-rates', sheet: sheet.exchangeRates, columns };
}
