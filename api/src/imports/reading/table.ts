/** A table as it was read: each row with its number in the file. */
export interface Table {
  /** The sheet, and the number of other visible sheets; a CSV has none. */
  sheet: string | null;
  otherSheets: number;
  rows: { no: number; cells: string[] }[];
}

export type ReadRefusal =
  | 'FILE_UNREADABLE'
  | 'FILE_TOO_MANY_ROWS'
  | 'FILE_TOO_MANY_COLUMNS'
  | 'FILE_INFLATES'
  | 'FILE_QUOTES';

/** Why a file is not read. */
export class NotRead extends Error {
  readonly code: ReadRefusal;
  /** The row of the file in which the fault begins, if there is one. */
  readonly row: number | undefined;

  constructor(code: ReadRefusal, row?: number) {
    super(code);
    this.code = code;
    this.row = row;
  }
}

/** How much of a file is read. */
export interface Bounds {
  rows: number;
  columns: number;
}

/** No field is this long; a longer cell is cut, and then refused as too long. */
const longestCell = 5_001;

/** What a spreadsheet shows instead of a value. A formula without a stored result counts as one. */
export const noValue = '#VALUE!';
export const cellErrors: ReadonlySet<string> = new Set([
  noValue,
  '#N/A',
  '#REF!',
  '#NAME?',
  '#DIV/0!',
  '#NULL!',
  '#NUM!',
]);

/** The cut never leaves half a character, which PostgreSQL would refuse. */
export const cellOf = (text: string): string => text.trim().slice(0, longestCell).toWellFormed();

/** The cells without the empty ones at the end; null if all are empty. */
export function filledCells(cells: readonly string[]): string[] | null {
  let length = cells.length;
  while (length > 0 && (cells[length - 1] ?? '') === '') length -= 1;
  return length === 0 ? null : Array.from({ length }, (_none, at) => cells[at] ?? '');
}
