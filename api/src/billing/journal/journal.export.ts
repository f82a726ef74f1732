import type { TrialBalance } from '@daybook/contracts/billing/journal/journal';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';
import { accountName } from '../../settings/accounts/account-names.ts';
import { inCurrency } from '../documents/exported-figures.ts';
import type { ExportedLine } from './journal.queries.ts';

const currency = ({ line }: ExportedLine) => line.currency;
const base = ({ baseCurrency }: ExportedLine) => baseCurrency;

export function journalExport(language: Language) {
  const say = exportTexts[language];
  const { headers, journalSource } = say;
  const columns: ExportColumn<ExportedLine>[] = [
    { header: headers.entry, value: ({ line }) => line.entrySeq },
    { header: headers.date, date: (row) => row.date },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.source, value: (row) => journalSource[row.source] },
    { header: headers.document, value: (row) => row.document?.number },
    { header: headers.reason, value: (row) => row.reason },
    { header: headers.account, value: ({ line }) => line.account.code },
    { header: headers.accountName, value: ({ line }) => accountName(language, line.account) },
    { header: headers.client, value: ({ line }) => line.client?.label },
    { header: headers.person, value: ({ line }) => line.person?.label },
    { header: headers.department, value: ({ line }) => line.department?.label },
    { header: headers.currency, value: currency },
    { header: headers.debit, money: ({ line }) => line.debit, currency },
    { header: headers.credit, money: ({ line }) => line.credit, currency },
    { header: headers.baseCurrency, value: base },
    { header: headers.debitInBase, money: ({ line }) => line.baseDebit, currency: base },
    { header: headers.creditInBase, money: ({ line }) => line.baseCredit, currency: base },
  ];
  return { name: 'journal', sheet: say.sheet.journal, columns };
}

type TrialBalanceRow = TrialBalance['rows'][number] & { currency: string };

export function trialBalanceExport(language: Language, balance: TrialBalance, byDepartment: boolean) {
  const say = exportTexts[language];
  const { headers, accountType } = say;
  const columns: ExportColumn<TrialBalanceRow>[] = [
    { header: headers.entity, value: () => balance.entity.label },
    { header: headers.asOf, date: () => balance.asOf },
    { header: headers.account, value: ({ account }) => account.code },
    { header: headers.accountName, value: ({ account }) => accountName(language, account) },
    { header: headers.accountType, value: ({ account }) => accountType[account.type] },
    ...(byDepartment
      ? [{ header: headers.department, value: ({ department }: TrialBalanceRow) => department?.label }]
      : []),
    { header: headers.currency, value: () => balance.currency },
    inCurrency(headers.debit, (row) => row.debit),
    inCurrency(headers.credit, (row) => row.credit),
  ];
  return { name: 'trial-balance', sheet: say.sheet.trialBalance, columns };
}
