import { Link } from 'react-router-dom';
import type { TaxColumn, TaxSheetRow } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { recordPath } from '@daybook/contracts/entities';
import { absent } from '@daybook/shared/list/columns';
import { Amount } from '@daybook/shared/record/amount';
import { countText } from '@daybook/shared/record/count-text';
import { DateText } from '@daybook/shared/record/date-text';

interface SheetCellProps {
  row: TaxSheetRow;
  at: number;
  columns: readonly TaxColumn[];
  currency: string;
}

/** The columns that name the document of a row, and lead to it. */
const names = new Set(['number', 'invoiceNumber', 'noteNumber']);

/** One cell of a sheet: the number of a document leads to it, and so do its amounts. */
export function SheetCell({ row, at, columns, currency }: SheetCellProps) {
  const cell = row.cells[at];
  const column = columns[at];
  if (cell === null || cell === undefined || column === undefined) return absent;
  const { document } = row;
  const shown = shownOf(cell, column.kind, currency);
  const leads = document !== null && (names.has(column.id) || (column.kind === 'money' && cell !== 0));
  return leads ? <Link to={recordPath(document.kind, document.id)}>{shown}</Link> : shown;
}

function shownOf(cell: string | number, kind: TaxColumn['kind'], currency: string) {
  if (kind === 'money') return <Amount minor={Number(cell)} currency={currency} zeroAsDash />;
  if (kind === 'date') return <DateText date={String(cell)} />;
  if (kind === 'count') return countText(Number(cell));
  return <bdi>{cell}</bdi>;
}
