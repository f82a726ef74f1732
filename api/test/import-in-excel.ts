import fc from 'fast-check';
import { workbookFile } from './files/workbooks.ts';
import type { TestCell } from './files/workbooks.ts';
import { faults, importFile } from './import-workbook.ts';
import type { Fault, ImportFirm } from './import-workbook.ts';

/** Below the title and the headings. */
const firstRow = 4;
/** 31 January 2030, counted from 1900. */
const pausedUntil = 47_514;
/** The days between the two epochs of Excel. */
const epochs = 1_462;

interface Options {
  seed: number;
  is1904: boolean;
  /** Codes that are one client's own and another client's former ones, enough for each kind of fault. */
  taken: readonly string[];
}

type Cells = Record<string, TestCell>;
interface ExcelFault extends Omit<Fault, 'cells'> {
  cells: Cells;
  /** The name is one cell with that of the row above. */
  isMerged?: true;
}

/** The kinds of faults, for the time that each is used. */
const excelFaults = (time: number, taken: readonly string[]): ExcelFault[] => [
  ...faults,
  { cells: { Code: taken[time] ?? null }, field: 'code', code: 'KEY_AMBIGUOUS' },
  { cells: { Code: `C-99${time}0000` }, field: 'code', code: 'CODE_LIKE_OURS' },
  { cells: { 'Paused until': '31/02/2030' }, field: 'remindersPausedUntil', code: 'DATE_INVALID' },
  { cells: { 'Paused until': null }, field: 'remindersPausedUntil', code: 'REQUIRED' },
  { cells: { Notes: { formula: '1/0' } }, field: 'notes', code: 'CELL_ERROR' },
  { cells: { Street: 'x'.repeat(5_000) }, field: 'address1.line1', code: 'TOO_LONG' },
  { cells: { Name: null }, field: 'name', code: 'REQUIRED', isMerged: true },
];
export const kindsOfExcelFaults = excelFaults(0, []).length;

export interface ImportWorkbook {
  file: Buffer;
  /** The faults by the number of the row in the sheet. */
  refused: Map<number, { field: string; code: string }[]>;
  /** The rows whose number has a wrong check digit, which is a warning. */
  misspelt: number[];
}

/**
 * A workbook as firms send it, with a hidden sheet, a title above the headings, merged cells, dates of its epoch, numbers and
 * formulas. So many rows by chance have one fault each, and ten others a wrong check digit.
 */
export function importWorkbook(
  size: number,
  faulty: number,
  firm: ImportFirm,
  { seed, is1904, taken }: Options,
): ImportWorkbook {
  const [headings = [], ...good] = importFile(size, 0, firm).rows;
  const columns = [...headings, 'Payment reminders', 'Paused until', 'Notes'];
  const places = fc.shuffledSubarray(good.map((_cells, index) => index).slice(1), {
    minLength: faulty + 10,
    maxLength: faulty + 10,
  });
  const [chosen = []] = fc.sample(places, { seed, numRuns: 1 });
  const faultOf = (at: number) =>
    excelFaults(Math.floor(at / kindsOfExcelFaults), taken)[at % kindsOfExcelFaults];
  const faultAt = new Map(chosen.slice(0, faulty).map((index, at) => [index, faultOf(at)]));
  const misspelt = new Set(chosen.slice(faulty));
  const refused: ImportWorkbook['refused'] = new Map();
  const merged = ['A1:C1'];
  const rows = good.map((texts, index): TestCell[] => {
    const no = index + firstRow;
    const cells: Cells = Object.fromEntries(headings.map((heading, at) => [heading, texts[at] ?? null]));
    Object.assign(cells, {
      'Payment terms (days)': 45,
      'Credit limit': 1_234.5,
      'Payment reminders': 'Paused',
      'Paused until': { serial: pausedUntil - (is1904 ? epochs : 0) },
      Notes: { formula: `"Was "&A${no}`, result: `Was K${index + 1}` },
    });
    if (misspelt.has(index)) cells['SIREN'] = '123456789';
    const fault = faultAt.get(index);
    if (fault) {
      Object.assign(cells, fault.cells);
      refused.set(no, [{ field: fault.field, code: fault.code }]);
      if (fault.isMerged) merged.push(`B${no - 1}:B${no}`);
    }
    return columns.map((column) => cells[column] ?? null);
  });
  const file = workbookFile(
    [
      { name: 'Settings', state: 'hidden', rows: [columns, ...rows.slice(0, 2)] },
      { name: 'Clients', rows: [['Clients of our former program'], [], columns, ...rows], merged },
    ],
    { is1904 },
  );
  return {
    file,
    refused,
    misspelt: [...misspelt].map((index) => index + firstRow).toSorted((a, b) => a - b),
  };
}
