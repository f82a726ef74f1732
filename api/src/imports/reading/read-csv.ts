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

/** The separator that makes the most cells of the first rows. */
function separatorOf(text: string): string {
  const [best = ','] = separators
    .map((one) => [one, beginningOf(text, one).flat().length] as const)
    .toSorted(([, a], [, b]) => b - a)
    .map(([one]) => one);
  return best;
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
  const { data } = papa.parse<string[]>(text, { delimiter: separatorOf(text) });
  const rows: Table['rows'] = [];
  for (const [index, cells] of data.entries()) {
    const filled = filledCells(cells.map(cellOf));
    if (filled) rows.push({ no: index + 1, cells: filled });
    if (filled && filled.length > most.columns) throw new NotRead('FILE_TOO_MANY_COLUMNS');
    if (rows.length > most.rows) throw new NotRead('FILE_TOO_MANY_ROWS');
  }
  return { sheet: null, otherSheets: 0, rows };
}
