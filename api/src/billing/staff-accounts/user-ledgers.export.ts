import type { UserBalance, UserLedgerLine } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import { NOTHING } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import type { ExportColumn } from '../../http/send-export.ts';
import { pageOfLines } from './user-ledgers.queries.ts';
import type { LedgerHead, LedgerInput } from './user-ledgers.queries.ts';

const currency = (row: UserBalance) => row.currency;

export function userBalancesExport(language: Language) {
  const { headers, sheet } = exportTexts[language];
  const columns: ExportColumn<UserBalance>[] = [
    { header: headers.person, value: (row) => row.person.label },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.currency, value: currency },
    { header: headers.staffPayable, money: (row) => row.payable, currency },
    { header: headers.staffAdvance, money: (row) => row.advance, currency },
    { header: headers.staffCash, money: (row) => row.cash, currency },
    { header: headers.cashLimit, money: (row) => row.cashLimit, currency },
    { header: headers.cashOffered, money: (row) => row.offered, currency },
    { header: headers.staffNet, money: (row) => row.net, currency },
  ];
  return { name: 'user-ledgers', sheet: sheet.userLedgers, columns };
}

/** A line of the exported file; the first one of a period holds the opening balance. */
type ExportedLine = Omit<UserLedgerLine, 'account'> & { account: UserLedgerLine['account'] | null };

/** Every line names the person, so that several files can be combined. */
export function userLedgerExport(language: Language, head: LedgerHead) {
  const { headers, sheet, account, userLedgerKind } = exportTexts[language];
  const ofLedger = () => head.currency;
  const columns: ExportColumn<ExportedLine>[] = [
    { header: headers.person, value: () => head.person.label },
    { header: headers.entity, value: () => head.entity.label },
    { header: headers.date, date: (row) => row.date },
    { header: headers.account, value: (row) => (row.account === null ? null : account[row.account]) },
    { header: headers.kind, value: (row) => userLedgerKind[row.kind] },
    { header: headers.document, value: (row) => row.document?.number },
    { header: headers.description, value: (row) => row.text },
    { header: headers.currency, value: ofLedger },
    { header: headers.debit, money: (row) => row.debit, currency: ofLedger },
    { header: headers.credit, money: (row) => row.credit, currency: ofLedger },
    { header: headers.balance, money: (row) => row.balance, currency: ofLedger },
  ];
  return { name: 'user-ledger', sheet: sheet.userLedger, columns };
}

/** Reads the whole ledger page by page. */
export const exportedLines =
  (db: Db, user: CurrentUser, head: LedgerHead, input: LedgerInput) =>
  async (cursor: string | undefined): Promise<Page<ExportedLine>> => {
    const page = await pageOfLines(db, user, { ...input, cursor, pageSize: 500 });
    if (cursor !== undefined || head.from === null) return page;
    const opening: ExportedLine = {
      date: head.from,
      account: null,
      kind: 'opening',
      document: null,
      text: null,
      debit: NOTHING,
      credit: NOTHING,
      balance: head.opening.net,
    };
    return { ...page, rows: [opening, ...page.rows] };
  };
