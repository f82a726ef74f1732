import {
  openingColumns,
  type OpeningColumn,
  type OpeningInput,
} from '@daybook/contracts/billing/opening-balances';
import { parseDecimal } from '@daybook/contracts/money/amount-entry';
import { parseDate } from '@daybook/shared/date-entry';

/** What a cell of a file holds; a spreadsheet knows its dates and figures. */
export type Cell = string | number | boolean | Date | null;

/** The heads by which a column is known, whatever the language of the file. */
const heads: Record<OpeningColumn, RegExp> = {
  client: /client|customer|party|客户|顧客|取引先/i,
  number: /n°|num|\bno\b|invoice|bill|facture|编号|发票号|番号/i,
  dueDate: /due|échéance|echeance|到期|期日|期限/i,
  date: /date|日期|日付|発行日/i,
  currency: /curr|devise|币种|通貨/i,
  amount: /amount|outstanding|balance|owed|montant|solde|金额|余额|金額|残高/i,
  fxRate: /rate|taux|汇率|レート/i,
};

// A due date is a date, and an invoice number names the invoice: the narrower heads are asked first.
const asked: readonly OpeningColumn[] = [
  'dueDate',
  'fxRate',
  'currency',
  'amount',
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

/** As the reader writes dates and figures, or as the file does; what is neither goes on as it is, for the server to refuse. */
function normal(column: OpeningColumn, cell: Cell, language: string, figures: string): string {
  const text = textOf(cell);
  if (text === '' || typeof cell === 'number' || cell instanceof Date) return text;
  if (column === 'date' || column === 'dueDate') return parseDate(text, language) ?? text;
  if (column === 'amount' || column === 'fxRate')
    return parseDecimal(text, figures) ?? parseDecimal(text, 'en') ?? text;
  return text;
}

/** The rows of a table, with or without a head; empty ones are left out. */
export function openingRows(
  table: readonly (readonly Cell[])[],
  language: string,
  figures: string,
): OpeningInput[] {
  const filled = table.filter((cells) => cells.some((cell) => textOf(cell) !== ''));
  const [first = []] = filled;
  const head = columnsOf(first);
  const columns = head ?? inOrder;
  return (head ? filled.slice(1) : filled).map((cells) => {
    const read = (column: OpeningColumn) => {
      const at = columns.get(column);
      return at === undefined ? '' : normal(column, cells[at] ?? null, language, figures).slice(0, 200);
    };
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
