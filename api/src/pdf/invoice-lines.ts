import type { TaxCategory } from '@daybook/contracts/money/tax-split';
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
    { label: '#', align: 'start', width: 'content', cell: (_, index) => String(index + 1) },
    {
      label: say('description'),
      align: 'start',
      width: 'rest',
      cell: (line) => descriptionOf(line, invoice, context),
    },
    ...(lines.some(({ sacHsn }) => sacHsn) ? [column(say('sacHsn'), ({ sacHsn }) => sacHsn ?? '')] : []),
    column(say('quantity'), ({ qty, unit }) => formats.quantity(qty, unit)),
    column(say('unitPrice'), ({ unitPrice, baseQty, unit }) =>
      Number(baseQty) === 1
        ? formats.unitPrice(unitPrice)
        : `${formats.unitPrice(unitPrice)} / ${formats.quantity(baseQty, unit)}`,
    ),
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
