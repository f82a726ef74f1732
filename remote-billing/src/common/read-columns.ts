import { parseDecimal } from '@daybook/contracts/money/amount-entry';
import { parseDate } from '@daybook/contracts/date-entry';

/** The content of a cell. A spreadsheet has typed dates and numbers. */
export type Cell = string | number | boolean | Date | null;

/** Matches whole words of a column header: "Update" is not a date. Chinese and Japanese words have no spaces between them. */
export const word = (words: string, joined: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})|${joined}`, 'iu');

/** What the columns of an imported table are. */
export interface TableColumns<Name extends string> {
  /** The headers that identify a column, in any of the four languages. */
  heads: Readonly<Record<Name, RegExp>>;
  /** The order in which headers are tried: the more specific first. */
  asked: readonly Name[];
  /** The order of the columns of a table without a header. */
  inOrder: readonly Name[];
  /** The first row is a header if it has these columns. */
  needed: readonly Name[];
  dates: readonly Name[];
  figures: readonly Name[];
}

const textOf = (cell: Cell): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // Spreadsheets calculate in binary, so 0.30000000000000004 means 0.3.
  if (typeof cell === 'number') return Number(cell.toFixed(10)).toString();
  return String(cell ?? '').trim();
};

/** The position of each column; null if the first row is not a header. */
function columnsOf<Name extends string>(
  first: readonly Cell[],
  { heads, asked, needed }: TableColumns<Name>,
): Map<Name, number> | null {
  const columns = new Map<Name, number>();
  for (const [at, cell] of first.entries()) {
    const text = textOf(cell);
    const column = asked.find((name) => !columns.has(name) && heads[name].test(text));
    if (column !== undefined && !/\d{2}/.test(text)) columns.set(column, at);
  }
  return needed.every((name) => columns.has(name)) ? columns : null;
}

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

/**
 * The rows of a table, with or without a header, without empty rows. `dates` and `figures` are the reader's locales: dates
 * are read in the reader's format, numbers in the column's. Unreadable text stays unchanged, so that the server refuses it.
 */
export function rowsOfTable<Name extends string>(
  table: readonly (readonly Cell[])[],
  columns: TableColumns<Name>,
  dates: string,
  figures: string,
): Record<Name, string>[] {
  const filled = table.filter((cells) => cells.some((cell) => textOf(cell) !== ''));
  const head = columnsOf(filled[0] ?? [], columns);
  const places = head ?? new Map(columns.inOrder.map((column, at) => [column, at]));
  const rows = head ? filled.slice(1) : filled;
  const cellOf = (cells: readonly Cell[], column: Name): Cell => cells[places.get(column) ?? -1] ?? null;
  const written = new Map(
    columns.figures.map((column) => [
      column,
      figuresOf(
        rows.map((cells) => cellOf(cells, column)),
        figures,
      ),
    ]),
  );
  const normal = (column: Name, cell: Cell): string => {
    const text = textOf(cell);
    if (text === '' || typeof cell === 'number' || cell instanceof Date) return text;
    if (columns.dates.includes(column)) return parseDate(text, dates) ?? text;
    const locale = written.get(column);
    return locale === undefined ? text : (parseDecimal(text, locale) ?? text);
  };
  return rows.map(
    (cells) =>
      Object.fromEntries(
        columns.inOrder.map((column) => [column, normal(column, cellOf(cells, column)).slice(0, 200)]),
      ) as Record<Name, string>,
  );
}
