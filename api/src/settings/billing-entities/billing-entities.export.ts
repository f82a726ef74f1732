import type { BillingEntityRow } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { exportTexts, namesOf } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function billingEntityExport(language: Language) {
  const { headers, regime, sheet, yesNo } = exportTexts[language];
  const countryOf = namesOf(language, 'region');
  const columns: ExportColumn<BillingEntityRow>[] = [
    { header: headers.name, value: (row) => row.name },
    { header: headers.legalName, value: (row) => row.legalName },
    { header: headers.country, value: (row) => countryOf(row.country) },
    { header: headers.baseCurrency, value: (row) => row.baseCurrency },
    { header: headers.regime, value: (row) => regime[row.regime] },
    { header: headers.active, value: (row) => (row.active ? yesNo.yes : yesNo.no) },
  ];
  return { name: 'billing-entities', sheet: sheet.billingEntities, columns };
}
