import type { PriceRiseItem, PriceRiseRow } from '@daybook/contracts/crm/price-rises/price-rises';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';
import { inCurrency } from '../../billing/documents/exported-figures.ts';

const percent = (percentBp: number | null): number | null => (percentBp === null ? null : percentBp / 100);

export function priceRiseExport(language: Language) {
  const { headers, sheet, riseStatus } = exportTexts[language];
  const columns: ExportColumn<PriceRiseRow>[] = [
    { header: headers.from, date: (row) => row.from },
    { header: headers.percent, value: (row) => percent(row.percentBp) },
    { header: headers.amount, money: (row) => row.amount, currency: (row) => row.currency },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.package, value: (row) => row.package?.label },
    { header: headers.status, value: (row) => riseStatus[row.status] },
    { header: headers.pricesPlanned, value: (row) => row.planned },
    { header: headers.pricesLeftOut, value: (row) => row.leftOut },
    { header: headers.pricesRaised, value: (row) => row.done },
    { header: headers.pricesRefused, value: (row) => row.refused },
    { header: headers.pricesUndone, value: (row) => row.undone },
    { header: headers.letters, value: (row) => row.letters },
    { header: headers.plannedBy, value: (row) => row.by },
    { header: headers.plannedAt, value: (row) => row.at },
  ];
  return { name: 'price-rises', sheet: sheet.priceRises, columns };
}

export function priceRiseItemExport(language: Language) {
  const { headers, sheet, riseItemStatus, leftOutOfRise } = exportTexts[language];
  const columns: ExportColumn<PriceRiseItem>[] = [
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.seriesTitle, value: (row) => row.series.label },
    { header: headers.package, value: (row) => row.package?.label },
    { header: headers.description, value: (row) => row.line },
    { header: headers.status, value: (row) => riseItemStatus[row.status] },
    { header: headers.whyLeftOut, value: (row) => row.leftOut && leftOutOfRise[row.leftOut] },
    { header: headers.from, date: (row) => row.validFrom },
    { header: headers.firstPeriod, date: (row) => row.firstFrom },
    { header: headers.currency, value: (row) => row.currency },
    inCurrency(headers.priceBefore, (row) => row.before),
    inCurrency(headers.priceAfter, (row) => row.after),
    inCurrency(headers.difference, (row) => row.difference),
    { header: headers.percent, value: (row) => percent(row.percentBp) },
    {
      header: headers.clientPercent,
      value: (row) => (row.leftOut === null ? percent(row.clientPercentBp) : null),
    },
    inCurrency(headers.yearMore, (row) => row.yearMore),
    { header: headers.refusal, value: (row) => row.refusal?.message },
  ];
  return { name: 'price-rise', sheet: sheet.priceRise, columns };
}
