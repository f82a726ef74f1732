import { hoursQuantity } from '@daybook/contracts/money/decimal';
import { NOTHING, minor, subtract, sum } from '@daybook/contracts/money/money';
import type { PrintedHours, PrintedInvoice } from './printed-invoice.ts';
import { reportColumn } from './sheet.ts';
import type { Cell, SheetContext, Table } from './sheet.ts';

/** The hours behind one line, and its number and text. */
interface AnnexPart {
  heading: string;
  table: Table;
}

/** The hours behind each line that bills hours. Each part comes to the amount of its line, if need be by the difference to it. */
export function hoursAnnex(
  { lines, hours = [], currency }: PrintedInvoice,
  context: SheetContext,
): { heading: string; parts: AnnexPart[] } {
  const byLine = Map.groupBy(hours, ({ lineNo }) => lineNo);
  const parts = lines.flatMap((line, index) => {
    const entries = byLine.get(index + 1);
    if (!entries) return [];
    const heading = `${index + 1}. ${line.description}`;
    return [{ heading, table: tableOf(entries, line.amount, currency, context) }];
  });
  return { heading: context.say('annexHours'), parts };
}

function tableOf(
  entries: readonly PrintedHours[],
  invoiced: number,
  currency: string,
  { say, formats }: SheetContext,
): Table {
  const quantity = (minutes: number) => formats.quantity(hoursQuantity(minutes), 'HUR');
  const difference = subtract(minor(invoiced), sum(entries.map(({ amount }) => minor(amount))));
  const minutes = entries.reduce((all, entry) => all + entry.minutes, 0);
  const rows: Cell[][] = entries.map((entry) => [
    formats.shortDate(entry.workedOn),
    entry.person,
    entry.note ?? '',
    quantity(entry.minutes),
    formats.amount(entry.amount),
  ]);
  if (difference !== NOTHING) rows.push(['', '', say('annexDifference'), '', formats.amount(difference)]);
  rows.push([say('total'), '', '', quantity(minutes), formats.amount(invoiced)]);
  return {
    columns: [
      { label: say('date'), align: 'start', width: 'content' },
      { label: say('worker'), align: 'start', width: 'content' },
      reportColumn(say('work'), 'start'),
      reportColumn(say('hoursWorked')),
      reportColumn(`${say('amount')} (${currency})`),
    ],
    rows,
  };
}
