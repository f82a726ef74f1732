import type { PostdatedCheque } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';
import { inCurrency } from '../documents/exported-figures.ts';

export function postdatedExport(language: Language) {
  const say = exportTexts[language];
  const { headers, postdatedStatus } = say;
  const columns: ExportColumn<PostdatedCheque>[] = [
    { header: headers.chequeDate, date: (row) => row.dueOn },
    { header: headers.status, value: (row) => postdatedStatus[row.status] },
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.chequeNo, value: (row) => row.instrumentNo },
    { header: headers.chequeBank, value: (row) => row.instrumentBank },
    { header: headers.currency, value: (row) => row.currency },
    inCurrency(headers.amount, (row) => row.amount),
    { header: headers.receipt, value: (row) => row.receipt?.label },
  ];
  return { name: 'postdated-cheques', sheet: say.sheet.postdated_cheques, columns };
}
