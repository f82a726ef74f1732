import path from 'node:path/posix';
import { openArchive } from './archive.ts';
import { NotRead, cellOf, filledCells, noValue } from './table.ts';
import type { Bounds, Table } from './table.ts';
import { readXml } from './xml.ts';

type Parts = Awaited<ReturnType<typeof openArchive>>;

async function partOf(parts: Parts, name: string): Promise<AsyncIterable<Buffer>> {
  const part = parts.get(name);
  if (!part) throw new NotRead('FILE_UNREADABLE');
  return part();
}

interface Book {
  /** The visible sheets: the name and the id of the relation to the part. */
  sheets: { name: string; relation: string }[];
  is1904: boolean;
}

async function readBook(parts: Parts): Promise<Book> {
  const book: Book = { sheets: [], is1904: false };
  await readXml(await partOf(parts, 'xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') book.is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible')
        book.sheets.push({ name: attributes['name'] ?? '', relation: attributes['r:id'] ?? '' });
    },
  });
  return book;
}

async function readRelations(
  parts: Parts,
): Promise<{ of: Map<string, string>; byType: Map<string, string> }> {
  const of = new Map<string, string>();
  const byType = new Map<string, string>();
  await readXml(await partOf(parts, 'xl/_rels/workbook.xml.rels'), {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      const part = Target.startsWith('/') ? Target.slice(1) : path.join('xl', Target);
      of.set(Id, part);
      byType.set(Type.slice(Type.lastIndexOf('/') + 1), part);
    },
  });
  return { of, byType };
}

async function readSharedTexts(parts: Parts, part: string | undefined): Promise<string[]> {
  if (part === undefined || !parts.has(part)) return [];
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let phonetics = 0;
  await readXml(await partOf(parts, part), {
    open(name) {
      if (name === 'si') text = '';
      // The reading of Japanese text is written beside it.
      if (name === 'rPh') phonetics += 1;
      isText = name === 't' && phonetics === 0;
    },
    text(more) {
      if (isText) text += more;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') phonetics -= 1;
      if (name === 'si') texts.push(cellOf(text));
    },
  });
  return texts;
}

/** Formats that Excel shows as dates without naming them. */
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
/** What the numbers of a cell are shown as. */
type Shown = 'date' | 'percent' | 'number';

const usualFormat = (id: number): Shown => {
  if (isDateFormat(id)) return 'date';
  return id === 9 || id === 10 ? 'percent' : 'number';
};

/** A format that shows a day or a year is a date, once what is quoted or in brackets is gone. */
function shownBy(format: string): Shown {
  const bare = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  if (/[dy]/i.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'number';
}

/** For each style of a cell, what its numbers are shown as. */
async function readStyles(parts: Parts, part: string | undefined): Promise<Shown[]> {
  if (part === undefined || !parts.has(part)) return [];
  const custom = new Map<number, Shown>();
  const styles: Shown[] = [];
  let isCell = false;
  await readXml(await partOf(parts, part), {
    open(name, attributes) {
      if (name === 'numFmt')
        custom.set(Number(attributes['numFmtId']), shownBy(attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') isCell = true;
      if (name === 'xf' && isCell) {
        const id = Number(attributes['numFmtId'] ?? 0);
        styles.push(custom.get(id) ?? usualFormat(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCell = false;
    },
  });
  return styles;
}

const dayMs = 86_400_000;

/** Excel counts days from 1900, with a leap day that there was not, or from 1904. */
export function dateOfSerial(serial: number, is1904: boolean): string {
  const days = is1904 ? serial - 24_107 : serial < 60 ? serial - 25_568 : serial - 25_569;
  const instant = new Date(Math.round(days * dayMs));
  return Number.isNaN(instant.getTime()) ? `${serial}` : instant.toISOString().slice(0, 10);
}

/** Spreadsheets calculate in binary, so 0.30000000000000004 means 0.3. Long numbers keep all their digits. */
const numberText = (text: string): string => {
  const number = Number(text);
  if (!Number.isFinite(number) || /^-?\d{1,20}$/.test(text)) return text;
  return Number.isSafeInteger(number) ? number.toFixed(0) : Number(number.toFixed(10)).toString();
};

interface Reading {
  shared: readonly string[];
  styles: readonly Shown[];
  is1904: boolean;
}

interface Cell {
  type: string;
  style: number;
  value: string;
  inline: string;
  hasFormula: boolean;
}

function textOf(
  { type, style, value, inline, hasFormula }: Cell,
  { shared, styles, is1904 }: Reading,
): string {
  if (type === 'inlineStr') return cellOf(inline);
  if (value === '') return hasFormula && type !== 'str' ? noValue : '';
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'd') return value.slice(0, 10);
  if (type === 'str' || type === 'e') return cellOf(value);
  if (styles[style] === 'date') return dateOfSerial(Number(value), is1904);
  // Stored as 0.1, shown and meant as 10 %.
  return styles[style] === 'percent' ? `${numberText(`${Number(value) * 100}`)}%` : numberText(value);
}

/** `B7` → 1. */
function columnOf(at: string): number {
  let column = 0;
  for (const letter of at) {
    const code = letter.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column - 1;
}

const lastRowOfExcel = 1_048_576;

/** The number of a row; rows stand in their order, and each once. */
function numberOf(stated: string | undefined, previous: number): number {
  const no = Number(stated ?? previous + 1);
  if (!Number.isInteger(no) || no <= previous || no > lastRowOfExcel) throw new NotRead('FILE_UNREADABLE');
  return no;
}

/**
 * The filled rows of a sheet. Of merged cells only the first has a value, a formula counts by the result that is stored beside
 * it, and hidden rows count as rows.
 */
async function readSheet(
  chunks: AsyncIterable<Buffer>,
  reading: Reading,
  most: Bounds,
): Promise<Table['rows']> {
  const rows: Table['rows'] = [];
  let no = 0;
  let at = 0;
  let cells: string[] = [];
  let cell: Cell | null = null;
  let into: 'value' | 'inline' | null = null;
  await readXml(chunks, {
    open(name, attributes) {
      if (name === 'row') {
        no = numberOf(attributes['r'], no);
        at = 0;
        cells = [];
      } else if (name === 'c') {
        at = attributes['r'] === undefined ? at : columnOf(attributes['r']);
        cell = {
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          value: '',
          inline: '',
          hasFormula: false,
        };
      } else if (name === 'f' && cell) cell.hasFormula = true;
      else if (name === 'v') into = 'value';
      else if (name === 't') into = 'inline';
    },
    text(more) {
      if (cell && into) cell[into] += more;
    },
    close(name) {
      if (name === 'v' || name === 't') into = null;
      if (name === 'c' && cell) {
        const text = textOf(cell, reading);
        cell = null;
        if (text !== '') {
          if (at < 0 || at >= most.columns) throw new NotRead('FILE_TOO_MANY_COLUMNS');
          cells[at] = text;
        }
        at += 1;
      }
      if (name === 'row') {
        const filled = filledCells(cells);
        if (filled) rows.push({ no, cells: filled });
        if (rows.length > most.rows) throw new NotRead('FILE_TOO_MANY_ROWS');
      }
    },
  });
  return rows;
}

/** The first visible sheet of a workbook. */
export async function readWorkbook(bytes: Buffer, most: Bounds): Promise<Table> {
  const parts = await openArchive(bytes);
  const { sheets, is1904 } = await readBook(parts);
  const { of, byType } = await readRelations(parts);
  const [first, ...others] = sheets;
  if (!first) throw new NotRead('FILE_UNREADABLE');
  const reading = {
    is1904,
    shared: await readSharedTexts(parts, byType.get('sharedStrings')),
    styles: await readStyles(parts, byType.get('styles')),
  };
  const rows = await readSheet(await partOf(parts, of.get(first.relation) ?? ''), reading, most);
  return { sheet: first.name.slice(0, 100), otherSheets: others.length, rows };
}
