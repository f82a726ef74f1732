import type { Cell } from './read-columns.ts';

/** Text copied from a spreadsheet is separated by tabs, a file by commas or semicolons. */
export async function tableOfText(text: string): Promise<Cell[][]> {
  const { default: papa } = await import(/* webpackChunkName: "csv" */ 'papaparse');
  return papa.parse<string[]>(text.replace(/^\uFEFF/, '').trim(), { skipEmptyLines: 'greedy' }).data;
}

/** The first sheet of a workbook, or the rows of a text file. Throws if the file cannot be read. */
export async function tableOfFile(file: File): Promise<Cell[][]> {
  if (!/\.xlsx$/i.test(file.name)) return tableOfText(await file.text());
  const { readSheet } = await import(/* webpackChunkName: "xlsx" */ 'read-excel-file/universal');
  return (await readSheet(await file.arrayBuffer())) as Cell[][];
}
