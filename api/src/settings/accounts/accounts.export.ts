import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Account } from '@daybook/contracts/settings/accounts/accounts';
import type { ExportColumn } from '../../http/send-export.ts';

export function accountExport(language: Language) {
  const { headers, sheet, accountType, yesNo } = exportTexts[language];
  const said = (isSo: boolean) => (isSo ? yesNo.yes : yesNo.no);
  const columns: ExportColumn<Account>[] = [
    { header: headers.account, value: (row) => row.code },
    { header: headers.accountName, value: (row) => row.name },
    { header: headers.accountType, value: (row) => accountType[row.type] },
    { header: headers.keptByDocuments, value: (row) => said(row.keptByDocuments) },
    { header: headers.active, value: (row) => said(row.active) },
  ];
  return { name: 'accounts', sheet: sheet.accounts, columns };
}
