import papa from 'papaparse';
import { encodingOf, isWrongEncoding } from '../../files/text-encodings.ts';
import { NotRead, cellOf, filledCells } from './table.ts';
import type { Bounds, Table } from './table.ts';

const older = ['shift_jis', 'gb18030', 'windows-1252'] as const;

function textIn(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (isWrongEncoding(error)) return null;
    throw error;
  }
}

const separators = [',', ';', '\t'];
const beginningOf = (text: string, delimiter: string): string[][] =>
  papa.parse<string[]>(text, { delimiter, preview: 10, skipEmptyLines: 'greedy' }).data;

/** How far the rows are from having the same number of cells, two at least; a comma within an address makes one row longer. */
function unevenness(rows: readonly string[][]): number {
  const [first = []] = rows;
  if (first.length < 2) return 1;
  return rows.filter(({ length }) => length !== first.length).length / rows.length;
}

/** The separator by which the first rows have the same number of cells; among equals, the one that makes the most. */
function separatorOf(text: string): string {
  const [best = ','] = separators
    .map((one) => {
      const rows = beginningOf(text, one);
      return { one, uneven: unevenness(rows), cells: rows.flat().length };
    })
    .toSorted((a, b) => a.uneven - b.uneven || b.cells - a.cells)
    .map(({ one }) => one);
  return best;
}

/** A quote that is not closed would swallow the rows after it into one cell. */
function refuseQuotes(errors: readonly papa.ParseError[]): void {
  const fault = errors.find(({ type }) => type === 'Quotes');
  if (fault) throw new NotRead('FILE_QUOTES', (fault.row ?? 0) + 1);
}

/**
 * Bytes that are not Unicode are read in the older encoding in which most headings are known, because bytes alone do not decide:
 * "Noël" in a Western encoding is valid Chinese too. In a tie the Western one is as good a guess as any.
 */
function decoded(bytes: Buffer, known: (headings: readonly string[]) => number): string {
  const unicode = textIn(bytes, encodingOf(bytes.toString('latin1', 0, 2)));
  if (unicode !== null) return unicode;
  let best = { text: new TextDecoder('windows-1252').decode(bytes), known: -1 };
  for (const encoding of older.toReversed()) {
    const text = textIn(bytes, encoding);
    if (text === null) continue;
    const found = known(beginningOf(text, separatorOf(text))[0] ?? []);
    if (found > best.known) best = { text, known: found };
  }
  return best.text;
}

/** Text with commas, semicolons or tabs between the cells. */
export function readCsv(bytes: Buffer, most: Bounds, known: (headings: readonly string[]) => number): Table {
  const text = decoded(bytes, known).replace(/^\uFEFF/, '');
  if (text.includes('\0')) throw new NotRead('FILE_UNREADABLE');
  const { data, errors } = papa.parse<string[]>(text, { delimiter: separatorOf(text) });
  refuseQuotes(errors);
  const rows: Table['rows'] = [];
  for (const [index, cells] of data.entries()) {
    const filled = filledCells(cells.map(cellOf));
    if (filled) rows.push({ no: index + 1, cells: filled });
    if (filled && filled.length > most.columns) throw new NotRead('FILE_TOO_MANY_COLUMNS');
    if (rows.length > most.rows) throw new NotRead('FILE_TOO_MANY_ROWS');
  }
  return { sheet: null, otherSheets: 0, rows };
}
