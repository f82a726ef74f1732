import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';

/** The cells of a CSV as read by a program that splits at `separator`; a quote counts only at the beginning of a cell. */
export function cellsOf(csv: string, separator: ',' | ';'): string[] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"?([^${separator}\r\n]*)|([^${separator}\r\n]*))(${separator}|\r\n|\r|\n|$)`,
    'gy',
  );
  const cells: string[] = [];
  const text = csv.replace('\uFEFF', '');
  for (const [, quoted, behind = '', plain, end] of text.matchAll(cell)) {
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"') + behind);
    if (end === '') break;
  }
  return cells;
}

/** The worksheet of a workbook, as XML. */
export function sheetOf(xlsx: Buffer): string {
  const sheet = Object.entries(unzipSync(xlsx)).find(([name]) => name.startsWith('xl/worksheets/sheet'));
  if (!sheet) throw new Error('the workbook has no sheet');
  return strFromU8(sheet[1]);
}

/** The texts in its cells. */
export function textsOf(xlsx: Buffer): string[] {
  const texts = unzipSync(xlsx)['xl/sharedStrings.xml'];
  if (!texts) throw new Error('the workbook has no texts');
  return [...strFromU8(texts).matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text ?? '');
}

/** What LibreOffice reads as a formula in the file; `separator` is that of the country in which the file is opened. */
export function formulasInLibreOffice(file: Buffer, format: 'xlsx' | 'csv', separator: ',' | ';'): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-cells-'));
  try {
    writeFileSync(join(folder, `list.${format}`), file);
    const read =
      format === 'csv' ? [`--infilter=CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,true`] : [];
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const into = ['--convert-to', 'fods', '--outdir', folder];
    execFileSync('soffice', [profile, '--headless', ...read, ...into, join(folder, `list.${format}`)]);
    const sheet = readFileSync(join(folder, 'list.fods'), 'utf8');
    return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => formula ?? '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
