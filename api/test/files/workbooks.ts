import { strToU8, zipSync } from 'fflate';

/** A cell of a workbook for tests: a text, a number, a date by its serial number, or a formula with the stored result. */
export type TestCell =
  | string
  | number
  | boolean
  | null
  | { serial: number }
  | { formula: string; result?: string };

export interface TestSheet {
  name: string;
  state?: 'hidden' | 'veryHidden';
  rows: readonly (readonly TestCell[])[];
  /** Ranges such as `A2:B2`. */
  merged?: readonly string[];
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) + String.fromCodePoint(65 + (column % 26));

function cellXml(cell: TestCell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if ('serial' in cell) return `<c r="${at}" s="1"><v>${cell.serial}</v></c>`;
  const result = cell.result === undefined ? '' : `<v>${escaped(cell.result)}</v>`;
  return `<c r="${at}" t="${cell.result === undefined ? 'n' : 'str'}"><f>${escaped(cell.formula)}</f>${result}</c>`;
}

const rowXml = (cells: readonly TestCell[], no: number): string =>
  `<row r="${no}">${cells.map((cell, column) => cellXml(cell, `${letterOf(column)}${no}`)).join('')}</row>`;

export const sheetXml = (body: string, after = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}"><sheetData>${body}</sheetData>${after}</worksheet>`;

/** A workbook as Excel writes it; `parts` replaces or adds parts. */
export function workbookFile(
  sheets: readonly TestSheet[],
  { is1904 = false, parts = {} }: { is1904?: boolean; parts?: Record<string, string | Uint8Array> } = {},
): Buffer {
  const names = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  );
  const targets = sheets.map(
    (_sheet, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const all: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}<Relationship Id="rIdS" Type="${relations}/styles" Target="/xl/styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, merged = [] }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        sheetXml(
          rows.map((cells, index) => rowXml(cells, index + 1)).join(''),
          merged.length === 0
            ? ''
            : `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
        ),
      ]),
    ),
    ...parts,
  };
  const bytes = Object.entries(all).map(([name, part]) => [
    name,
    typeof part === 'string' ? strToU8(part) : part,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>));
}
