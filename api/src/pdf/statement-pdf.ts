import type { ClientLedger, LedgerLine } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { Language } from '@daybook/contracts/fields';
import { magnitude } from '@daybook/contracts/money/money';
import type { PrintedWord } from './printed-words.ts';
import { renderSheet, sheetContext } from './sheet.ts';
import type { Addressee, Column, Fact, Issuer, SheetContext, Table, Total } from './sheet.ts';

/** A document is identified by its number. */
type PrintedLedgerLine = Omit<LedgerLine, 'document' | 'documentKind'> & { document: string };

/** A client's whole ledger with one billing entity in one currency. Amounts are minor units; a positive balance is owed by the client. */
export interface PrintedStatement extends Pick<
  ClientLedger,
  'currency' | 'from' | 'asOf' | 'opening' | 'debit' | 'credit' | 'closing'
> {
  docLocale: Language;
  issuer: Issuer;
  client: Addressee;
  lines: readonly PrintedLedgerLine[];
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
      ],
      headline: closing,
    },
    { lines: ledgerTable(statement, context), totals: totalsOf(statement, closing, context) },
    statement.asOf,
  );
}

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

function ledgerTable(statement: PrintedStatement, { say, formats }: SheetContext): Table {
  const { lines, opening, from } = statement;
  const isDueShown = lines.some(({ dueDate }) => dueDate !== null);
  const amountOrNone = (amount: number) => (amount === 0 ? '' : formats.amount(amount));
  return {
    columns: [
      columnOf(say('date'), 'start'),
      columnOf(say('particulars'), 'start', 'rest'),
      ...(isDueShown ? [columnOf(say('due'), 'start')] : []),
      columnOf(say('debit'), 'end'),
      columnOf(say('credit'), 'end'),
      columnOf(say('balance'), 'end'),
    ],
    rows: [
      [
        from ? formats.shortDate(from) : '',
        say('opening'),
        ...(isDueShown ? [''] : []),
        '',
        '',
        formats.amount(opening),
      ],
      ...lines.map(({ date, kind, document, dueDate, debit, credit, balance }) => [
        formats.shortDate(date),
        `${say(kindWords[kind])} ${document}`,
        ...(isDueShown ? [dueDate ? formats.shortDate(dueDate) : ''] : []),
        amountOrNone(debit),
        amountOrNone(credit),
        formats.amount(balance),
      ]),
    ],
  };
}

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
    { label: closing[0], value: closing[1], weight: 'due' },
  ];
}
