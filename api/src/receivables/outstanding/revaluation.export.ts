import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { RevaluationRow } from '@daybook/contracts/receivables/outstanding/revaluation';
import type { ExportedList } from '../../http/send-export.ts';

const currency = (row: RevaluationRow) => row.currency;
const base = (row: RevaluationRow) => row.baseCurrency;

export function revaluationExport(language: Language): ExportedList<RevaluationRow> {
  const { headers, sheet } = exportTexts[language];
  return {
    name: 'revaluation',
    sheet: sheet.revaluation,
    columns: [
      { header: headers.client, value: ({ client }) => client.label },
      { header: headers.entity, value: ({ entity }) => entity.label },
      { header: headers.currency, value: currency },
      { header: headers.balance, money: (row) => row.balance, currency },
      { header: headers.baseCurrency, value: base },
      { header: headers.bookValue, money: (row) => row.bookValue, currency: base },
      { header: headers.valueOnDay, money: (row) => row.value, currency: base },
      { header: headers.exchangeDifference, money: (row) => row.difference, currency: base },
    ],
  };
}
