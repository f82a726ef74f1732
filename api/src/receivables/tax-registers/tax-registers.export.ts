import type { TaxColumn, TaxSheetRow } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import type { ExportColumn, ExportedList } from '../../http/send-export.ts';
import type { TaxSheet } from './sheets/make-sheets.ts';

const textOf = (cell: TaxSheetRow['cells'][number] | undefined): string | null =>
  typeof cell === 'string' ? cell : null;
const numberOf = (cell: TaxSheetRow['cells'][number] | undefined): number | null =>
  cell === null || cell === undefined ? null : Number(cell);

function exportColumn({ label, kind }: TaxColumn, at: number, currency: string): ExportColumn<TaxSheetRow> {
  const header = label;
  switch (kind) {
    case 'money':
      return { header, money: ({ cells }) => numberOf(cells[at]), currency: () => currency };
    case 'date':
      return { header, date: ({ cells }) => textOf(cells[at]) };
    case 'count':
    case 'rate':
      return { header, value: ({ cells }) => numberOf(cells[at]) };
    default:
      return { header, value: ({ cells }) => textOf(cells[at]) };
  }
}

/** A sheet as it is exported: its amounts are in the currency of the books. */
export const sheetExport = (
  { id, label, columns }: TaxSheet,
  currency: string,
): ExportedList<TaxSheetRow> => ({
  name: `tax-register-${id.replaceAll('_', '-')}`,
  sheet: label,
  columns: columns.map((one, at) => exportColumn(one, at, currency)),
});
