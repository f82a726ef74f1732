// What a statement that is sent to a client says below its lines: how old the debt is, where to pay, and a slip to return.
import type { Minor } from '@daybook/contracts/money/money';
import { accountsToPay } from './bank-blocks.ts';
import type { BankBlock } from './bank-blocks.ts';
import type { Column, Fact, SheetContext, Table } from './sheet.ts';
import type { OpenItem, PrintedAgeing, PrintedStatement } from './statement-pdf.ts';

const column = (label: string, align: Column['align'], width: Column['width'] = 'content'): Column => ({
  label,
  align,
  width,
});

const words = { invoice: 'invoice', receipt: 'receipt', credit_note: 'creditNote' } as const;

export function openTable(items: readonly OpenItem[], { say, formats }: SheetContext): Table {
  return {
    columns: [
      column(say('date'), 'start'),
      column(say('particulars'), 'start', 'rest'),
      column(say('due'), 'start'),
      column(say('open'), 'end'),
    ],
    rows: items.map(({ date, kind, document, dueDate, open }) => [
      formats.shortDate(date),
      `${say(words[kind])} ${document}`,
      dueDate === null ? '' : formats.shortDate(dueDate),
      formats.amount(open),
    ]),
  };
}

/** `1–30`, and `over 180` for the last one. */
function bucketNames(bounds: readonly number[], { say }: SheetContext): string[] {
  const ranges = bounds.map((to, index) => `${(bounds[index - 1] ?? 0) + 1}–${to}`);
  return [say('notDue'), ...ranges, say('overDays', { days: String(bounds.at(-1) ?? 0) })];
}

/** Null if nothing is owed and no credit is left. */
export function ageingTable(ageing: PrintedAgeing | undefined, context: SheetContext): Table | null {
  if (ageing === undefined || [...ageing.amounts, ageing.unapplied].every((amount) => amount === 0))
    return null;
  const { say, formats } = context;
  const hasCredit = ageing.unapplied !== 0;
  const names = [...bucketNames(ageing.bounds, context), ...(hasCredit ? [say('unapplied')] : [])];
  const amounts: Minor[] = [...ageing.amounts, ...(hasCredit ? [ageing.unapplied] : [])];
  return {
    columns: names.map((name) => column(name, 'end', 'rest')),
    rows: [amounts.map((amount) => formats.amount(amount))],
  };
}

type Statement = Pick<PrintedStatement, 'issuer' | 'reference' | 'closing' | 'currency'>;

export const banksOf = (
  { issuer, reference, closing, currency }: Statement,
  context: SheetContext,
): BankBlock[] =>
  reference === undefined || closing <= 0
    ? []
    : accountsToPay({ issuer, reference, amount: closing, currency }, context);

interface Slip {
  heading: string;
  note: string;
  table: Table;
  facts: Fact[];
}

/** The longest slip; a longer list of invoices is the statement itself. */
const mostOnSlip = 40;

/** The invoices to be paid, to be cut off and returned with the payment. Null if there is nothing to pay. */
export function slipOf(statement: PrintedStatement, { say, formats }: SheetContext): Slip | null {
  const { reference, closing, owed = [], client } = statement;
  if (reference === undefined || closing <= 0 || owed.length === 0) return null;
  const shown = owed.slice(0, mostOnSlip);
  return {
    heading: say('slip'),
    note: say('slipNote'),
    table: {
      columns: [
        column(say('invoice'), 'start', 'rest'),
        column(say('due'), 'start'),
        column(say('open'), 'end'),
      ],
      rows: [
        ...shown.map(({ document, dueDate, open }) => [
          document,
          dueDate === null ? '' : formats.shortDate(dueDate),
          formats.amount(open),
        ]),
        ...(owed.length > mostOnSlip ? [['…', '', '']] : []),
      ],
    },
    facts: [
      [say('account'), client.name],
      [say('reference'), reference],
      [say('payable'), formats.money(closing)],
    ],
  };
}
