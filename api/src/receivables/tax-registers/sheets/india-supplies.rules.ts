import { magnitude } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { OVERSEAS, presentState } from '@daybook/contracts/money/indian-states';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import { taxOf } from './tax-row-sums.rules.ts';

/** The tables of GSTR-1 that a row of a document may stand in. */
export type IndiaTable =
  | 'b2b'
  | 'b2b_reverse'
  | 'b2cl'
  | 'exports'
  | 'sez'
  | 'b2cs'
  | 'nil_rated'
  | 'cdnr'
  | 'cdnur';

/** From which invoice value a supply to an unregistered person in another state is listed one by one, in paise, by date. [K] */
const largeFrom: readonly { from: string; above: number }[] = [
  { from: '2024-08-01', above: 1_00_000_00 },
  { from: '2017-07-01', above: 2_50_000_00 },
];

const isLarge = (total: Minor, date: string): boolean => {
  const limit = largeFrom.find(({ from }) => from <= date);
  return limit !== undefined && magnitude(total) > limit.above;
};

export const isExport = ({ category, place }: TaxRow): boolean => category === 'G' || place === OVERSEAS;

export const isSez = ({ party }: TaxRow): boolean => party.treatment === 'sez';

/** Whether a supply crosses the border of a state; the supplier's is the first two digits of its number. */
export const isInterState = (row: TaxRow, supplierNumber: string | null): boolean => {
  if (taxOf(row, 'IGST') !== 0) return true;
  if (taxOf(row, 'CGST') !== 0 || row.place === null || supplierNumber === null) return false;
  return presentState(row.place) !== presentState(supplierNumber.slice(0, 2));
};

const isNil = ({ category, rate }: TaxRow): boolean =>
  category === 'E' || category === 'O' || (category === 'Z' && rate === '0');

/** A note to an unregistered person is listed only against an export or a large invoice; others reduce table 7. */
function tableOfUnregistered(row: TaxRow, supplierNumber: string | null): IndiaTable {
  const isNote = row.kind === 'credit_note' || row.kind === 'debit_note';
  if (isExport(row)) return isNote ? 'cdnur' : 'exports';
  if (!isInterState(row, supplierNumber)) return 'b2cs';
  if (isNote) return row.originals.some(({ total, date }) => isLarge(total, date)) ? 'cdnur' : 'b2cs';
  return isLarge(row.total, row.date) ? 'b2cl' : 'b2cs';
}

/** The table of GSTR-1 for a row of a document. */
export function indiaTable(row: TaxRow, supplierNumber: string | null): IndiaTable {
  if (!isExport(row) && !isSez(row) && isNil(row)) return 'nil_rated';
  if (row.party.taxNumber === null) return tableOfUnregistered(row, supplierNumber);
  if (row.kind === 'credit_note' || row.kind === 'debit_note') return isExport(row) ? 'cdnur' : 'cdnr';
  if (isExport(row)) return 'exports';
  if (isSez(row)) return 'sez';
  return row.reverseCharge || row.category === 'AE' ? 'b2b_reverse' : 'b2b';
}
