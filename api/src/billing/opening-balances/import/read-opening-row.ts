import { openingColumns } from '@daybook/contracts/billing/opening-balances/opening-balances';
import type { OpeningInput } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { isPrintable } from '@daybook/contracts/fields';
import type { CellFormat, ColumnContent } from '../../../imports/column-formats.ts';
import type { GivenRow, Remark } from '../../../imports/import-kind.ts';
import { cellErrors } from '../../../imports/reading/table.ts';

/** Matches whole words; Chinese and Japanese words have no spaces between them. */
const word = (words: string, joined: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})|${joined}`, 'iu');

const withheld = word('withheld|withholding|tds|retenues?', '源泉|代扣');
const advances = word('receipts?|advances?|prepayments?|acomptes?', '预收|前受');
const documents = word('invoices?|bills?|documents?|factures?', '发票|单据|書類|請求書');

/** The columns whose cells a file writes in a format of its own. */
export const columnContents: Readonly<Record<string, ColumnContent>> = {
  amount: 'amount',
  fxRate: 'rate',
  date: 'date',
  dueDate: 'date',
};

/** As long as a cell of the input may be. A longer one is refused before. */
const longest = 200;

interface ReadCells {
  input: OpeningInput;
  faults: Remark[];
}

/**
 * The cells of a row as `OpeningInput`. Only tax withheld has a kind there, because the sign of the amount tells the others apart; an
 * advance without its minus sign would become a debt.
 */
export function readOpeningRow({ cells }: GivenRow, read: CellFormat): ReadCells {
  const faults: Remark[] = [];
  const cellOf = (field: string): string => {
    const text = cells.get(field) ?? '';
    if (cellErrors.has(text)) faults.push({ field, code: 'CELL_ERROR' });
    else if (text.length > longest) faults.push({ field, code: 'TOO_LONG', params: { maximum: longest } });
    else if (!isPrintable(text)) faults.push({ field, code: 'TEXT_NOT_PRINTABLE' });
    return read(field, text).slice(0, longest);
  };
  const input = Object.fromEntries(openingColumns.map((field) => [field, cellOf(field)])) as OpeningInput;
  const { kind, amount } = input;
  if (withheld.test(kind)) return { input: { ...input, kind: 'withheld' }, faults };
  if (advances.test(kind) && amount !== '' && !amount.startsWith('-'))
    faults.push({ field: 'amount', code: 'ADVANCE_WITHOUT_MINUS' });
  if (advances.test(kind) || documents.test(kind)) return { input: { ...input, kind: '' }, faults };
  return { input, faults };
}
