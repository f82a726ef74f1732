import {
  openingColumns,
  type OpeningColumn,
  type OpeningInput,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { parseDecimal } from '@daybook/contracts/money/amount-entry';
import { parseDate } from '@daybook/shared/date-entry';

/** The content of a cell. A spreadsheet has typed dates and numbers. */
export type Cell = string | number | boolean | Date | null;

/** Matches whole words of a column header: "Update" is not a date. Chinese and Japanese words have no spaces between them. */
const word = (words: string, joined: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})|${joined}`, 'iu');

/** The headers that identify a column, in any of the four languages. */
const heads: Record<OpeningColumn, RegExp> = {
  client: word('clients?|customers?|party', '客户|顧客|取引先'),
  number: word('n°|num|number|numéro|no|invoice|bill|facture', '编号|发票号|番号'),
  dueDate: word('due|échéance|echeance', '到期|期日|期限'),
  date: word('date|dated', '日期|日付|発行日'),
  currency: word('curr|currency|devise', '币种|通貨'),
  amount: word('amount|outstanding|balance|owed|montant|solde', '金额|余额|金額|残高'),
  fxRate: word('rate|taux', '汇率|レート'),
};

// More specific headers come first: "Amount due" is an amount, and "Invoice date" is a date.
const asked: readonly OpeningColumn[] = [
  'fxRate',
  'currency',
  'amount',
  'dueDate',
  'date',
  'client',
  'number',
];

const textOf = (cell: Cell): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // Spreadsheets calculate in binary, so 0.30000000000000004 means 0.3.
  if (typeof cell === 'number') return Number(cell.toFixed(10)).toString();
  return String(cell ?? '').trim();
};

/** The position of each column; null if the first row is not a header. */
function columnsOf(first: readonly Cell[]): Map<OpeningColumn, number> | null {
  const columns = new Map<OpeningColumn, number>();
  for (const [at, cell] of first.entries()) {
    const text = textOf(cell);
    const column = asked.find((name) => !columns.has(name) && heads[name].test(text));
    if (column !== undefined && !/\d{2}/.test(text)) columns.set(column, at);
  }
  return columns.has('client') && columns.has('amount') ? columns : null;
}

const inOrder = new Map(openingColumns.map((column, at) => [column, at]));

/**
 * The number format of a column: the one among the reader's, English, German and French in which most of its cells can be read,
 * and the reader's own in a tie. A single cell can be ambiguous ("12,000"); the whole column seldom is.
 */
function figuresOf(cells: readonly Cell[], own: string): string {
  const texts = cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '').map(textOf);
  const readIn = (locale: string) => texts.filter((text) => parseDecimal(text, locale) !== undefined).length;
  const [best = own] = [own, 'en', 'de', 'fr'].toSorted((a, b) => readIn(b) - readIn(a));
  return best;
}

/** Reads dates in the reader's format and numbers in the column's. Unreadable text stays unchanged, so that the server refuses it. */
function normal(column: OpeningColumn, cell: Cell, dates: string, figures: string): string {
  const text = textOf(cell);
  if (text === '' || typeof cell === 'number' || cell instanceof Date) return text;
  if (column === 'date' || column === 'dueDate') return parseDate(text, dates) ?? text;
  if (column === 'amount' || column === 'fxRate') return parseDecimal(text, figures) ?? text;
  return text;
}

/** The rows of a table, with or without a header, without empty rows. `dates` and `figures` are the reader's locales for dates and numbers. */
export function openingRows(
  table: readonly (readonly Cell[])[],
  dates: string,
  figures: string,
): OpeningInput[] {
  const filled = table.filter((cells) => cells.some((cell) => textOf(cell) !== ''));
  const [first = []] = filled;
  const head = columnsOf(first);
  const columns = head ?? inOrder;
  const rows = head ? filled.slice(1) : filled;
  const cellOf = (cells: readonly Cell[], column: OpeningColumn): Cell =>
    cells[columns.get(column) ?? -1] ?? null;
  const written = new Map(
    (['amount', 'fxRate'] as const).map((column) => [
      column as OpeningColumn,
      figuresOf(
        rows.map((cells) => cellOf(cells, column)),
        figures,
      ),
    ]),
  );
  return rows.map((cells) => {
    const read = (column: OpeningColumn) =>
      normal(column, cellOf(cells, column), dates, written.get(column) ?? figures).slice(0, 200);
    return {
      client: read('client'),
      number: read('number'),
      date: read('date'),
      dueDate: read('dueDate'),
      currency: read('currency'),
      amount: read('amount'),
      fxRate: read('fxRate'),
    };
  });
}
