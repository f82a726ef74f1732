import {
  openingColumns,
  type OpeningColumn,
  type OpeningInput,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { rowsOfTable, word, type Cell, type TableColumns } from '../common/read-columns.ts';

const withheld = word('withheld|withholding|tds|retenues?', '源泉|代扣');
const documents = word(
  'invoices?|bills?|documents?|receipts?|advances?|factures?|acomptes?',
  '发票|单据|预收|書類|請求書|前受',
);

/** The kinds that the sign of the amount tells apart need no word. */
const kindOf = (text: string): string =>
  withheld.test(text) ? 'withheld' : documents.test(text) ? '' : text;

const columns: TableColumns<OpeningColumn> = {
  heads: {
    client: word('clients?|customers?|party', '客户|顧客|取引先'),
    number: word('n°|num|number|numéro|no|invoice|bill|facture', '编号|发票号|番号'),
    dueDate: word('due|échéance|echeance', '到期|期日|期限'),
    date: word('date|dated', '日期|日付|発行日'),
    currency: word('curr|currency|devise', '币种|通貨'),
    amount: word('amount|outstanding|balance|owed|montant|solde', '金额|余额|金額|残高'),
    fxRate: word('rate|taux', '汇率|レート'),
    kind: word('kind|type|nature', '类型|種類'),
    section: word('section|withheld under|disposition|retenu au titre de', '依据|根拠'),
  },
  // "Amount due" is an amount, and "Invoice date" is a date.
  asked: ['kind', 'section', 'fxRate', 'currency', 'amount', 'dueDate', 'date', 'client', 'number'],
  inOrder: openingColumns,
  needed: ['client', 'amount'],
  dates: ['date', 'dueDate'],
  figures: ['amount', 'fxRate'],
  meanings: { kind: kindOf },
};

export const openingRows = (
  table: readonly (readonly Cell[])[],
  dates: string,
  figures: string,
): OpeningInput[] => rowsOfTable(table, columns, dates, figures);
