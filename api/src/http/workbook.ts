import { setImmediate as others } from 'node:timers/promises';
import { Zip } from 'fflate';
import { ZipPart } from './zip-part.ts';

/** A cell: text, a number with so many decimals, a plain date, or a plain number. */
export type Cell =
  | { text: string; isFormula?: boolean }
  | { amount: number; places: number }
  | { date: string }
  | number
  | null;

export interface Sheet {
  name: string;
  heads: readonly string[];
}

const styles = { plain: 0, head: 1, date: 2, text: 3, money: 4 };
const formats = ['#,##0', '#,##0.0', '#,##0.00', '#,##0.000', '#,##0.0000'];

const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** So many rows decide the width of a column and are written together. Other requests are served in between. */
const together = 100;
const daysTo1970 = 25_569;
const dayMs = 86_400_000;
/** The most texts that are stored once for all cells. Further texts are written in their cells, so that no list fills the memory. */
const mostShared = { texts: 50_000, length: 2_000_000 };

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Removes what XML does not allow: control characters and lone surrogates. */
const xml = (text: string): string =>
  /[&<>"]|[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/u.test(text)
    ? text
        .replaceAll(/[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu, '')
        .replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '')
    : text;

/** Excel repairs a workbook with a longer cell, and loses it. */
const longestText = 32_767;
const fitting = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;

const textElement = (text: string): string => `<t xml:space="preserve">${xml(fitting(text))}</t>`;

/** `A`, `B`, … `Z`, `AA`. */
const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) + String.fromCodePoint(65 + (column % 26));

/** The width in digits. Chinese and Japanese characters are twice as wide. */
const widthOf = (text: string): number => text.length + (text.match(/[\u2E80-\uFFEF]/g)?.length ?? 0);

/** The texts that cells share. */
class SharedTexts {
  readonly #places = new Map<string, number>();
  #length = 0;

  placeOf(text: string): number | undefined {
    const place = this.#places.get(text);
    if (place !== undefined) return place;
    const next = this.#places.size;
    if (next >= mostShared.texts || this.#length + text.length > mostShared.length) return undefined;
    this.#length += text.length;
    this.#places.set(text, next);
    return next;
  }

  async writeTo(part: ZipPart): Promise<void> {
    await part.write(`${prolog}<sst xmlns="${main}">`);
    const texts = [...this.#places.keys()];
    for (let from = 0; from < texts.length; from += 1_000) {
      await others();
      await part.write(
        texts
          .slice(from, from + 1_000)
          .map((text) => `<si>${textElement(text)}</si>`)
          .join(''),
      );
    }
    await part.end('</sst>');
  }
}

/** One sheet of the archive. Its head is written once the first rows have decided the widths of the columns. */
class SheetPart {
  readonly #part: ZipPart;
  readonly #shared: SharedTexts;
  readonly #heads: readonly string[];
  readonly #letters: readonly string[];
  #waiting: (readonly Cell[])[] | null = [];
  #rows = 0;

  constructor(part: ZipPart, heads: readonly string[], shared: SharedTexts) {
    this.#part = part;
    this.#heads = heads;
    this.#letters = heads.map((_head, column) => letterOf(column));
    this.#shared = shared;
  }

  async add(rows: readonly (readonly Cell[])[]): Promise<void> {
    if (this.#waiting === null) return this.#part.write(rows.map((row) => this.#row(row)).join(''));
    this.#waiting.push(...rows);
    if (this.#waiting.length >= together) await this.#begin(this.#waiting);
  }

  async end(): Promise<void> {
    if (this.#waiting !== null) await this.#begin(this.#waiting);
    await this.#part.end('</sheetData></worksheet>');
  }

  async #begin(first: readonly (readonly Cell[])[]): Promise<void> {
    this.#waiting = null;
    const columns = this.#heads.map((head, column) => {
      const width = this.#width(head, first, column);
      return `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`;
    });
    const head = this.#row(
      this.#heads.map((text) => ({ text })),
      styles.head,
    );
    await this.#part.write(
      `${prolog}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${head}`,
    );
    await this.add(first);
  }

  /** As wide as its heading and its first rows, within limits. */
  #width(head: string, first: readonly (readonly Cell[])[], column: number): number {
    const widths = first.slice(0, together).map((row) => {
      const cell = row[column];
      return typeof cell === 'object' && cell !== null && 'text' in cell ? widthOf(cell.text) : 0;
    });
    return Math.max(12, widthOf(head) + 2, Math.min(40, Math.max(0, ...widths) + 1));
  }

  #row(cells: readonly Cell[], style?: number): string {
    this.#rows += 1;
    let row = `<row r="${this.#rows}">`;
    for (const [column, cell] of cells.entries())
      if (cell !== null) row += this.#cell(`${this.#letters[column]}${this.#rows}`, cell, style);
    return `${row}</row>`;
  }

  #cell(at: string, cell: NonNullable<Cell>, style: number | undefined): string {
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    if ('amount' in cell) return `<c r="${at}" s="${styles.money + cell.places}"><v>${cell.amount}</v></c>`;
    if ('date' in cell)
      return `<c r="${at}" s="${styles.date}"><v>${Date.parse(`${cell.date}T00:00:00Z`) / dayMs + daysTo1970}</v></c>`;
    if (cell.text === '') return '';
    // A text cell is never a formula. With the format "text" it stays a text when somebody edits it.
    const look = style ?? (cell.isFormula ? styles.text : styles.plain);
    const place = this.#shared.placeOf(cell.text);
    const begin = look === styles.plain ? `<c r="${at}"` : `<c r="${at}" s="${look}"`;
    return place === undefined
      ? `${begin} t="inlineStr"><is>${textElement(cell.text)}</is></c>`
      : `${begin} t="s"><v>${place}</v></c>`;
  }
}

const contentTypes = (sheets: readonly Sheet[]): string => {
  const parts = [
    ['workbook', 'sheet.main'],
    ['styles', 'styles'],
    ['sharedStrings', 'sharedStrings'],
    ...sheets.map((_sheet, index) => [`worksheets/sheet${index + 1}`, 'worksheet']),
  ];
  return `${prolog}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.map(([name, type]) => `<Override PartName="/xl/${name}.xml" ContentType="${kind}.${type}+xml"/>`).join('')}</Types>`;
};

const relationsOf = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${prolog}<Relationships xmlns="${packaged}/relationships">${targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const bookXml = (sheets: readonly Sheet[]): string =>
  `${prolog}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.map(({ name }, index) => `<sheet name="${xml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`;

const stylesXml = (): string => {
  const custom = ['yyyy-mm-dd', '@', ...formats];
  const firstCustom = 164;
  const looks = custom.map(
    (_format, index) => `<xf numFmtId="${firstCustom + index}" applyNumberFormat="1"/>`,
  );
  return `${prolog}<styleSheet xmlns="${main}"><numFmts count="${custom.length}">${custom.map((format, index) => `<numFmt numFmtId="${firstCustom + index}" formatCode="${format}"/>`).join('')}</numFmts><fonts count="2"><font><color theme="1"/><family val="2"/><scheme val="minor"/></font><font><b/><color theme="1"/><family val="2"/><scheme val="minor"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellXfs count="${looks.length + 2}"><xf/><xf fontId="1" applyFont="1"/>${looks.join('')}</cellXfs></styleSheet>`;
};

/** The parts that do not depend on the rows, by file name. */
const fixedParts = (sheets: readonly Sheet[]) =>
  [
    ['[Content_Types].xml', contentTypes(sheets)],
    ['_rels/.rels', relationsOf([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', bookXml(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      relationsOf([
        ...sheets.map((_sheet, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
        ['sharedStrings', 'sharedStrings.xml'],
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', stylesXml()],
  ] as const;

/**
 * An xlsx that is sent while it is written. A portion has rows for each of the sheets. Only the later sheets, deflated, and the
 * shared texts stay in memory.
 */
export async function* workbookOf(
  sheets: readonly Sheet[],
  portions: AsyncIterable<readonly (readonly (readonly Cell[])[])[]>,
): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  try {
    for (const [name, text] of fixedParts(sheets)) await new ZipPart(zip, name).end(text);
    const shared = new SharedTexts();
    const parts = sheets.map(
      ({ heads }, index) =>
        new SheetPart(new ZipPart(zip, `xl/worksheets/sheet${index + 1}.xml`), heads, shared),
    );
    for await (const portion of portions) {
      for (const [index, rows] of portion.entries()) await parts[index]?.add(rows);
      yield* made.splice(0);
    }
    for (const part of parts) await part.end();
    await shared.writeTo(new ZipPart(zip, 'xl/sharedStrings.xml'));
    zip.end();
    yield* made;
  } finally {
    zip.terminate();
  }
}
