import {
  openingColumns,
  type OpeningColumn,
  type OpeningInput,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { parseDecimal } from '@daybook/contracts/money/amount-entry';
import { parseDate } from '@daybook/shared/date-entry';

/** What a cell of a file holds; a spreadsheet knows its dates and figures. */
export type Cell = string | number | boolean | Date | null;

/** A word of the head, whole: "Update" is no date. Chinese and Japanese have no spaces between theirs. */
const word = (words: string, joined: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})|${joined}`, 'iu');

/** The heads by which a column is known, whatever the language of the file. */
const heads: Record<OpeningColumn, RegExp> = {
  client: word('clients?|customers?|party', '客户|顧客|取引先'),
  number: word('n°|num|number|numéro|no|invoice|bill|facture', '编号|发票号|番号'),
  dueDate: word('due|échéance|echeance', '到期|期日|期限'),
  date: word('date|dated', '日期|日付|発行日'),
  currency: word('curr|currency|devise', '币种|通貨'),
  amount: word('amount|outstanding|balance|owed|montant|solde', '金额|余额|金額|残高'),
  fxRate: word('rate|taux', '汇率|レート'),
};

// "Amount due" is an amount and "Invoice date" a date: the narrower heads are asked first.
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
  // A spreadsheet computes in binary: 0.1 + 0.2 is meant as 0.3.
  if (typeof cell === 'number') return Number(cell.toFixed(10)).toString();
  return String(cell ?? '').trim();
};

/** Which column of the file is which; null when its first row is no head. */
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
 * How the figures of a column are written: as the reader writes them if all of them can be read so, else as English or German does.
 * One cell alone may be read in two ways ("12,000"); its column tells which.
 */
function figuresOf(cells: readonly Cell[], own: string): string {
  const texts = cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '').map(textOf);
  const readIn = (locale: string) => texts.filter((text) => parseDecimal(text, locale) !== undefined).length;
  const [best = own] = [own, 'en', 'de', 'fr'].toSorted((a, b) => readIn(b) - readIn(a));
  return best;
}

/** As the reader writes dates, and the column its figures; what is neither goes on as it is, for the server to refuse. */
function normal(column: OpeningColumn, cell: Cell, dates: string, figures: string): string {
  const text = textOf(cell);
  if (text === '' || typeof cell === 'number' || cell instanceof Date) return text;
  if (column === 'date' || column === 'dueDate') return parseDate(text, dates) ?? text;
  if (column === 'amount' || column === 'fxRate') return parseDecimal(text, figures) ?? text;
  return text;
}

/** The rows of a table, with or without a head; empty ones are left out. `dates` and `figures` are the reader's locales of each. */
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
