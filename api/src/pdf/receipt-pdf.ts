import type { HeldAdvance } from '@daybook/contracts/billing/receipts/advances';
import type { Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { add, sum } from '@daybook/contracts/money/money';
import { placeText } from '@daybook/contracts/money/place-of-supply';
import { exchangeBlock, type Exchange } from './exchange.ts';
import { taxName, untaxedWords } from './invoice-totals.ts';
import type { PrintedWord, Say } from './printed-words.ts';
import { renderSheet, sheetContext, signatureOf } from './sheet.ts';
import type { Addressee, Column, Fact, Issuer, SheetContext, Table, Total } from './sheet.ts';
import { withheldByText } from './withheld-by.ts';

/** A posted receipt, with everything that is printed. Amounts are minor units of `currency`. */
export interface PrintedReceipt extends Pick<
  Receipt,
  | 'docLocale'
  | 'currency'
  | 'number'
  | 'status'
  | 'receiptDate'
  | 'instrumentNo'
  | 'instrumentBank'
  | 'instrumentDate'
  | 'reference'
  | 'withholdingSection'
  | 'amount'
  | 'withheld'
  | 'bankCharge'
  | 'unallocated'
  | 'narration'
  | 'voucherKind'
  | 'advance'
  | 'refunds'
> {
  /** Advances from before the cut-over date were printed by the previous system. */
  mode: Exclude<Receipt['mode'], 'opening'>;
  /** For a receipt in another currency than the books: the rate, and the amounts of the books where the law requires them. */
  exchange?: Exchange | null;
  inBase?: Receipt['inBase'];
  /** The tax included in the advance, in the base currency. */
  advanceTaxInBase?: ReadonlyMap<string, number>;
  issuer: Issuer;
  receivedFrom: Addressee;
  /** The present allocations; the caller leaves out reversed ones. */
  allocations: readonly {
    document: string;
    date: string;
    amount: number;
    withheldPart: number;
    withheldBy: Receipt['allocations'][number]['withheldBy'];
    writtenOff: number;
  }[];
}

export function receiptPdf(receipt: PrintedReceipt): Promise<Uint8Array> {
  const { docLocale: locale, currency, issuer, receivedFrom: addressee } = receipt;
  const sent = { locale, currency, issuer, addressee };
  const context = sheetContext(sent);
  const { say, formats } = context;
  return renderSheet(
    'receipt',
    sent,
    {
      title: say(receipt.voucherKind === 'advance_voucher' ? 'advanceVoucher' : 'receipt'),
      number: receipt.number,
      watermark: undoneWord(receipt, say),
      addresseeHeading: say('receivedFrom'),
      facts: factsOf(receipt, context),
      headline: [say('amountReceived'), formats.money(receipt.amount)],
    },
    {
      lines: settled(receipt, context),
      totals: totalsOf(receipt, context),
      inWords: null,
      exchange: exchangeOf(receipt, context),
      taxTable: receipt.advance && advanceTax(receipt.advance, context),
      thanks: undoneWord(receipt, say) === null ? say('thanks') : '',
      passages: passagesOf(receipt, say),
      signature: undoneWord(receipt, say) === null ? signatureOf(issuer, say) : null,
    },
    receipt.receiptDate,
  );
}

function exchangeOf(receipt: PrintedReceipt, context: SheetContext) {
  const { exchange, inBase, withholdingSection, advanceTaxInBase = new Map<string, number>() } = receipt;
  const { say } = context;
  if (!exchange) return null;
  if (!inBase) return exchangeBlock(receipt, exchange, [], context);
  const { amount, withheld, bankCharge } = inBase;
  const parts: [string, number][] = [
    ...[...advanceTaxInBase].map(([name, tax]): [string, number] => [taxName(name, say), tax]),
    ...(add(withheld, bankCharge) === 0 ? [] : [[say('amountReceived'), amount] as [string, number]]),
    [withheldLabel(withholdingSection, say), withheld],
    [say('bankCharge'), bankCharge],
  ];
  const whole = say(add(withheld, bankCharge) === 0 ? 'amountReceived' : 'settledInAll');
  const figures = [
    ...parts.filter(([, part]) => part !== 0),
    [whole, sum([amount, withheld, bankCharge])],
  ] as const;
  return exchangeBlock(receipt, exchange, figures, context);
}

const undoneWord = ({ status }: PrintedReceipt, say: Say): string | null =>
  status === 'bounced' || status === 'reversed' ? say(status) : null;

/** The note on a receipt whose cheque may still bounce. */
function passagesOf({ mode, status, narration }: PrintedReceipt, say: Say): [string, string][] {
  const isOnItsWay = mode === 'cheque' && (status === 'posted' || status === 'deposited');
  return [
    ...(isOnItsWay ? [[say('cheque'), say('subjectToClearing')] satisfies [string, string]] : []),
    ...(narration ? [[say('narration'), narration] satisfies [string, string]] : []),
  ];
}

const modeWords: Record<PrintedReceipt['mode'], PrintedWord> = {
  cash: 'cash',
  cheque: 'cheque',
  bank: 'bankTransfer',
  upi: 'upi',
  card: 'card',
  gateway: 'gateway',
  adjustment: 'adjustment',
};

function factsOf(receipt: PrintedReceipt, { say, formats }: SheetContext): Fact[] {
  const { instrumentNo, instrumentBank, instrumentDate, reference } = receipt;
  const facts: Fact[] = [
    [say('date'), formats.longDate(receipt.receiptDate)],
    [say('mode'), say(modeWords[receipt.mode])],
  ];
  if (instrumentNo)
    facts.push([say('instrument'), [instrumentNo, instrumentBank].filter(Boolean).join(' – ')]);
  if (instrumentDate) facts.push([say('instrumentDate'), formats.longDate(instrumentDate)]);
  if (reference) facts.push([say('reference'), reference]);
  if (receipt.advance?.placeOfSupply) {
    facts.push([say('placeOfSupply'), placeText(receipt.advance.placeOfSupply, receipt.docLocale)]);
    // GST requires this answer even when it is no.
    facts.push([say('reverseChargeAsked'), say('no')]);
  }
  return facts;
}

const number = (label: string): Column => ({ label, align: 'end', width: 'content' });

function settled(
  { allocations, refunds, unallocated, currency }: PrintedReceipt,
  context: SheetContext,
): Table {
  const { say, formats } = context;
  const hasWithheld = allocations.some(({ withheldPart }) => withheldPart !== 0);
  const hasWrittenOff = allocations.some(({ writtenOff }) => writtenOff !== 0);
  const rests = [
    ...refunds.map(({ number, date, amount }) => [
      [say('refunded'), number].filter(Boolean).join(' '),
      formats.shortDate(date),
      amount,
    ]),
    ...(unallocated === 0 ? [] : [[say('heldAsAdvance'), '', unallocated]]),
  ] as [string, string, number][];
  return {
    columns: [
      { label: say('document'), align: 'start', width: 'rest' },
      number(say('date')),
      ...(hasWithheld ? [number(say('ofWhichWithheld'))] : []),
      ...(hasWrittenOff ? [number(say('writtenOff'))] : []),
      number(`${say('amount')} (${currency})`),
    ],
    rows: [
      ...allocations.map(({ document, date, amount, withheldPart, withheldBy, writtenOff }) => [
        withheldBy === null ? document : { text: document, details: [withheldByText(withheldBy, context)] },
        formats.shortDate(date),
        ...(hasWithheld ? [formats.amount(withheldPart)] : []),
        ...(hasWrittenOff ? [formats.amount(writtenOff)] : []),
        formats.amount(amount),
      ]),
      ...rests.map(([label, date, amount]) => [
        label,
        date,
        ...(hasWithheld ? [''] : []),
        ...(hasWrittenOff ? [''] : []),
        formats.amount(amount),
      ]),
    ],
  };
}

/** The tax included in the money that arrived as an advance: rate, value, each component, and the sum. */
export function advanceTax(
  { category, ratePct, taken }: Pick<HeldAdvance, 'category' | 'ratePct' | 'taken'>,
  { say, formats }: SheetContext,
): Table {
  return {
    columns: [
      { label: say('rate'), align: 'start', width: 'rest' },
      number(say('taxable')),
      ...taken.components.map(({ name }) => number(taxName(name, say))),
      number(say('totalWithTax')),
    ],
    rows: [
      [
        category === 'S' ? formats.percent(Number(ratePct)) : say(untaxedWords[category]),
        formats.amount(taken.net),
        ...taken.components.map(({ tax }) => formats.amount(tax)),
        formats.amount(taken.gross),
      ],
    ],
  };
}

/** The three parts settle together, and their sum is that of the table above. The amount in words is the money received. */
function totalsOf(receipt: PrintedReceipt, { say, formats }: SheetContext): Total[] {
  const { amount, withheld, bankCharge, withholdingSection } = receipt;
  const parts: [string, number, Fact | null][] = [
    [say('amountReceived'), amount, [say('inWords'), formats.inWords(amount)]],
    [withheldLabel(withholdingSection, say), withheld, null],
    [say('bankCharge'), bankCharge, null],
  ];
  return [
    ...parts
      .filter(([, part]) => part !== 0)
      .map(([label, part, words]): Total => ({ label, value: formats.money(part), weight: 'plain', words })),
    { label: say('settledInAll'), value: formats.money(sum([amount, withheld, bankCharge])), weight: 'due' },
  ];
}

const withheldLabel = (section: string | null, say: Say): string =>
  section ? `${say('withheld')} (${section})` : say('withheld');
