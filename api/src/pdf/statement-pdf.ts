import type { ClientLedger, LedgerLine } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { Language, Reference } from '@daybook/contracts/fields';
import { magnitude } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { PrintedWord } from './printed-words.ts';
import { ageingTable, banksOf, openTable, slipOf } from './statement-foot.ts';
import { renderSheet, sheetContext } from './sheet.ts';
import type { Addressee, Cell, Column, Fact, Issuer, SheetContext, Table, Total } from './sheet.ts';

/** A document is identified by its number. In a group's statement the line names its client; two may have the same name. */
type PrintedLedgerLine = Omit<LedgerLine, 'document' | 'documentKind'> & {
  document: string;
  client?: Reference;
};

/** A client's whole ledger with one billing entity in one currency. Amounts are minor units; a positive balance is owed by the client. */
export interface PrintedStatement extends Pick<
  ClientLedger,
  'currency' | 'from' | 'asOf' | 'opening' | 'debit' | 'credit' | 'closing'
> {
  docLocale: Language;
  issuer: Issuer;
  client: Addressee;
  lines: readonly PrintedLedgerLine[];
  /** Of a statement of open items: what is left of each document, in place of the lines. */
  openItems?: readonly OpenItem[];
  ageing?: PrintedAgeing;
  /** The invoices of which something is open, for the slip. */
  owed?: readonly Pick<OpenItem, 'document' | 'dueDate' | 'open'>[];
  /** What the payer quotes; without it, neither accounts nor slip are printed. */
  reference?: string;
  /** Of a group's statement: how many of its clients it holds. */
  members?: { shown: number; of: number };
  /** The group's clients one after the other; without it, its lines are in the order of their dates. */
  each?: readonly { client: Reference; opening: Minor }[];
}

/** A document of which something is open on the day; a credit is negative. */
export interface OpenItem {
  date: string;
  kind: Extract<LedgerLine['kind'], 'invoice' | 'receipt' | 'credit_note'>;
  document: string;
  dueDate: string | null;
  open: Minor;
}

/** What is owed by how long it has been due, one amount more than bounds: not due first. */
export interface PrintedAgeing {
  /** The last day of each bucket except the last. */
  bounds: readonly number[];
  amounts: readonly Minor[];
  /** Credits that settle nothing yet. */
  unapplied: Minor;
}

export function statementPdf(statement: PrintedStatement): Promise<Uint8Array> {
  const { docLocale: locale, currency, issuer, client: addressee } = statement;
  const sent = { locale, currency, issuer, addressee };
  const context = sheetContext(sent);
  const { say } = context;
  const closing = closingFact(statement, context);
  return renderSheet(
    'statement',
    sent,
    {
      title: say('statement'),
      number: '',
      watermark: null,
      addresseeHeading: say('account'),
      facts: [
        [say('period'), periodOf(statement, context)],
        [say('currency'), currency],
        ...membersFact(statement, context),
      ],
      headline: closing,
    },
    {
      lines: statement.openItems ? openTable(statement.openItems, context) : ledgerTable(statement, context),
      totals: statement.openItems ? [dueTotal(closing)] : totalsOf(statement, closing, context),
      ageingHeading: say('ageing'),
      ageing: ageingTable(statement.ageing, context),
      bankHeading: say('payTo'),
      banks: banksOf(statement, context),
      slip: slipOf(statement, context),
    },
    statement.asOf,
  );
}

const membersFact = ({ members }: PrintedStatement, { say }: SheetContext): Fact[] => {
  if (members === undefined) return [];
  const [shown, of] = [String(members.shown), String(members.of)];
  return [[say('clientsOfGroup'), shown === of ? of : say('someOf', { shown, of })]];
};

const periodOf = ({ from, asOf }: PrintedStatement, { say, formats }: SheetContext): string =>
  from ? formats.period(from, asOf) : say('until', { date: formats.longDate(asOf) });

/** A credit balance is printed as the client's credit, not as a negative debt. */
const closingFact = ({ closing }: PrintedStatement, { say, formats }: SheetContext): Fact => [
  say(closing < 0 ? 'yourCredit' : 'closing'),
  formats.money(magnitude(closing)),
];

const kindWords: Record<LedgerLine['kind'], PrintedWord> = {
  opening: 'opening',
  invoice: 'invoice',
  receipt: 'receipt',
  withheld: 'withheld',
  allocation: 'settledInGroup',
  allocation_back: 'settledInGroupBack',
  credit_note: 'creditNote',
  refund: 'refund',
  void: 'voided',
  reversal: 'reversal',
  write_off: 'writtenOff',
  write_off_back: 'writtenOffBack',
  refund_back: 'refundBack',
};

const columnOf = (label: string, align: Column['align'], width: Column['width'] = 'content'): Column => ({
  label,
  align,
  width,
});

function ledgerTable(statement: PrintedStatement, context: SheetContext): Table {
  const { say } = context;
  const { lines, opening, each } = statement;
  const isDueShown = lines.some(({ dueDate }) => dueDate !== null);
  const sections = each?.map((one) => ({
    client: one.client.label,
    opening: one.opening,
    lines: lines
      .filter(({ client }) => client?.id === one.client.id)
      .map(({ client: _client, ...line }) => line),
  })) ?? [{ client: null, opening, lines }];
  return {
    columns: [
      columnOf(say('date'), 'start'),
      columnOf(say('particulars'), 'start', 'rest'),
      ...(isDueShown ? [columnOf(say('due'), 'start')] : []),
      columnOf(say('debit'), 'end'),
      columnOf(say('credit'), 'end'),
      columnOf(say('balance'), 'end'),
    ],
    rows: sections.flatMap((section) => rowsOf(section, statement, isDueShown, context)),
  };
}

interface Section {
  /** Of a group's statement that goes through its clients one after the other. */
  client: string | null;
  opening: Minor;
  lines: readonly PrintedLedgerLine[];
}

function rowsOf(
  { client: whose, opening, lines }: Section,
  { from }: PrintedStatement,
  isDueShown: boolean,
  { say, formats }: SheetContext,
): Cell[][] {
  const amountOrNone = (amount: number) => (amount === 0 ? '' : formats.amount(amount));
  return [
    [
      from ? formats.shortDate(from) : '',
      whose === null ? say('opening') : { text: whose, details: [say('opening')] },
      ...(isDueShown ? [''] : []),
      '',
      '',
      formats.amount(opening),
    ],
    ...lines.map(({ date, kind, document, dueDate, debit, credit, balance, client }) => [
      formats.shortDate(date),
      client === undefined
        ? `${say(kindWords[kind])} ${document}`
        : { text: `${say(kindWords[kind])} ${document}`, details: [client.label] },
      ...(isDueShown ? [dueDate ? formats.shortDate(dueDate) : ''] : []),
      amountOrNone(debit),
      amountOrNone(credit),
      formats.amount(balance),
    ]),
  ];
}

const dueTotal = ([label, value]: Fact): Total => ({ label, value, weight: 'due' });

function totalsOf(statement: PrintedStatement, closing: Fact, { say, formats }: SheetContext): Total[] {
  const { opening, debit, credit } = statement;
  const plain = (label: string, amount: number): Total => ({
    label,
    value: formats.money(amount),
    weight: 'plain',
  });
  return [
    plain(say('opening'), opening),
    plain(say('debit'), debit),
    plain(say('credit'), credit),
    dueTotal(closing),
  ];
}
