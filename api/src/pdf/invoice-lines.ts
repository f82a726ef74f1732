import type { TaxCategory } from '@daybook/contracts/money/tax-split';
import type { templateColumns } from '@daybook/contracts/settings/billing-entities/document-templates';
import { isReducedInJapan, type PrintedInvoice } from './printed-invoice.ts';
import { taxWord, untaxedWords } from './invoice-totals.ts';
import type { Cell, Column, SheetContext, Table } from './sheet.ts';

type Line = PrintedInvoice['lines'][number];
type LineColumn = Column & { cell: (line: Line, index: number) => Cell };

/** Leaves out columns that no line fills, such as the discount if nothing is discounted. */
export function invoiceLines(invoice: PrintedInvoice, context: SheetContext): Table {
  const { say, formats } = context;
  const { lines, currency } = invoice;
  const columns: LineColumn[] = [
    ...(hides(invoice, 'number') ? [] : [numberColumn]),
    {
      label: say('description'),
      align: 'start',
      width: 'rest',
      cell: (line) => descriptionOf(line, invoice, context),
    },
    ...(lines.some(({ sacHsn }) => sacHsn) && !hides(invoice, 'code')
      ? [column(say('sacHsn'), ({ sacHsn }) => sacHsn ?? '')]
      : []),
    ...(hides(invoice, 'quantity')
      ? []
      : [
          column(say('quantity'), ({ qty, unit }) => formats.quantity(qty, unit)),
          column(say('unitPrice'), ({ unitPrice, baseQty, unit }) =>
            Number(baseQty) === 1
              ? formats.unitPrice(unitPrice)
              : `${formats.unitPrice(unitPrice)} / ${formats.quantity(baseQty, unit)}`,
          ),
        ]),
    ...(lines.some(isDiscounted) ? [column(say('discount'), (line) => discountOf(line, context))] : []),
    ...(invoice.docKind === 'bill_of_supply'
      ? []
      : [column(taxWord(invoice, say), (line) => taxOf(line, context))]),
    column(`${say('amount')} (${currency})`, ({ amount }) => formats.amount(amount)),
  ];
  return {
    columns: columns.map(({ label, align, width }) => ({ label, align, width })),
    rows: lines.map((line, index) => columns.map(({ cell }) => cell(line, index))),
  };
}

const numberColumn: LineColumn = {
  label: '#',
  align: 'start',
  width: 'content',
  cell: (_, index) => String(index + 1),
};

/** One piece, whose price is its amount. */
const isOnePiece = ({ qty, baseQty }: Line): boolean => Number(qty) === 1 && Number(baseQty) === 1;

/** Whether the firm leaves a column out. What the reader or the law needs stays: codes under GST, and quantities other than one. */
function hides({ issuer, lines }: PrintedInvoice, name: (typeof templateColumns)[number]): boolean {
  if (issuer.look?.hiddenColumns.includes(name) !== true) return false;
  if (name === 'code') return issuer.country !== 'IN';
  return name === 'number' || (lines.every(isOnePiece) && !lines.some(isDiscounted));
}

const column = (label: string, cell: LineColumn['cell']): LineColumn => ({
  label,
  align: 'end',
  width: 'content',
  cell,
});

function descriptionOf(line: Line, invoice: PrintedInvoice, { say, formats }: SheetContext): Cell {
  return {
    text: isReducedInJapan(invoice, line) ? `${line.description} ※` : line.description,
    details: [
      ...(line.kind === 'disbursement' ? [say('disbursement')] : []),
      ...(line.charge ? [`${say('charge')} ${formats.money(line.charge)}`] : []),
    ],
  };
}

const isDiscounted = ({ discount, discountPct }: Line): boolean =>
  Boolean(discount) || Number(discountPct ?? 0) > 0;

function discountOf(line: Line, { formats }: SheetContext): string {
  if (!isDiscounted(line)) return '';
  return line.discount ? formats.amount(line.discount) : formats.percent(line.discountPct ?? '0');
}

function taxOf({ category, rate }: { category: TaxCategory; rate: string }, context: SheetContext): string {
  return category === 'S' ? context.formats.percent(rate) : context.say(untaxedWords[category]);
}
