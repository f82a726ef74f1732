import type { Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { NOTHING, convert, minor, negate, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { settlingAmount } from '@daybook/contracts/money/settlement';
import { usedAdvance } from './advance-entries.ts';
import type { TaxInAdvance } from './advance-entries.ts';
import { credit, debit } from './post-entries.ts';
import type { Posting, SystemAccount } from './post-entries.ts';

type ReceiptMode = Receipt['mode'];

interface ReceiptAmounts {
  amount: Minor;
  withheld: Minor;
  bankCharge: Minor;
}

export interface PostedReceipt extends ReceiptAmounts {
  clientId: string;
  mode: ReceiptMode;
  /** The same amounts in the base currency, at the receipt's rate. */
  base: ReceiptAmounts;
}

interface ReceivedMoney {
  clientId: string;
  mode: ReceiptMode;
  currency: string;
  fxRate: string;
  amount: number;
  withheld: number;
  bankCharge: number;
}

/** The receipt with its amounts in the base currency, each converted by itself. */
export function inBase(received: ReceivedMoney, baseCurrency: string): PostedReceipt {
  const { clientId, mode, currency, fxRate } = received;
  const amounts = {
    amount: minor(received.amount),
    withheld: minor(received.withheld),
    bankCharge: minor(received.bankCharge),
  };
  const converted = (amount: Minor) => convert(amount, currency, baseCurrency, fxRate);
  return {
    clientId,
    mode,
    ...amounts,
    base: {
      amount: converted(amounts.amount),
      withheld: converted(amounts.withheld),
      bankCharge: converted(amounts.bankCharge),
    },
  };
}

/** An allocation: `invoiceBase` is what the invoice's rate says it clears, `receiptBase` what the receipt's rate says it takes. */
export interface Settled {
  /** Whose invoice it is: the payer's, or another client's of the group that it pays for. */
  clientId: string;
  amount: Minor;
  invoiceBase: Minor;
  receiptBase: Minor;
  /** The part of it that was withheld, also in the base currency at the receipt's rate. */
  withheld?: { amount: Minor; base: Minor };
}

interface SettledByReceipt extends Omit<Settled, 'withheld'> {
  withheldPart: Minor;
}

/** What a receipt settles, with the tax withheld from it at the receipt's rate. */
export const settledByReceipt = <Row extends SettledByReceipt>(
  { currency, baseCurrency, fxRate }: { currency: string; baseCurrency: string; fxRate: string },
  rows: readonly Row[],
) =>
  rows.map((row) => ({
    ...row,
    withheld: { amount: row.withheldPart, base: convert(row.withheldPart, currency, baseCurrency, fxRate) },
  }));

/** Where the money is. A cheque is in hand until the bank has it; an adjustment brings no money, an opening balance brought it before. */
const moneyAccount: Record<Exclude<ReceiptMode, 'adjustment'>, SystemAccount> = {
  cash: 'cash',
  cheque: 'cheques_in_hand',
  bank: 'bank',
  upi: 'bank',
  card: 'bank',
  gateway: 'bank',
  opening: 'opening_equity',
};

const at = (posting: Posting, base: Minor): Posting => ({ ...posting, base });

/** What the client owed was booked at another rate than it was paid at. */
const exchangeDifference = (settled: readonly Settled[]): Posting =>
  at(
    debit('fx_difference', NOTHING),
    sum(settled.map(({ invoiceBase, receiptBase }) => subtract(invoiceBase, receiptBase))),
  );

/** What was withheld from invoices of others than the payer. */
const withheldOfOthers = (payerId: string, settled: readonly Settled[]): Posting[] =>
  settled.flatMap(({ clientId, withheld }) =>
    clientId === payerId || !withheld || withheld.amount === 0
      ? []
      : [at(debit('withholding_receivable', withheld.amount, clientId), withheld.base)],
  );

/** Tax stands with the client from whose invoice it is withheld; with the payer until it is known of which. */
function withheldOfEach({ clientId, withheld, base }: PostedReceipt, settled: readonly Settled[]): Posting[] {
  const others = withheldOfOthers(clientId, settled);
  const rest = subtract(withheld, sum(others.map(({ amount }) => amount)));
  const restBase = subtract(base.withheld, sum(others.map((one) => one.base ?? NOTHING)));
  return [at(debit('withholding_receivable', rest, clientId), restBase), ...others];
}

/** With an advance goes the tax that the payer had withheld with it. */
const withheldHandedOn = (payerId: string, settled: Settled): Posting[] =>
  withheldOfOthers(payerId, [settled]).flatMap((posting) => [
    posting,
    ...mirrored([posting]).map((one) => ({ ...one, clientId: payerId })),
  ]);

/**
 * The firm has the money, the bank its charge, the state the tax that the client withheld; together they settle what
 * was owed on the invoices named, and the rest is the payer's advance, the tax inside it the state's (docs/rules.md#the-ledger).
 */
export function receiptEntries(
  receipt: PostedReceipt,
  settled: readonly Settled[],
  taxes: readonly TaxInAdvance[] = [],
): Posting[] {
  const { clientId, mode, base } = receipt;
  const owed = settled.map((one) =>
    at(credit('receivable', one.amount, one.clientId), negate(one.invoiceBase)),
  );
  const rest = subtract(settlingAmount(receipt), sum(settled.map(({ amount }) => amount)));
  const restBase = subtract(settlingAmount(base), sum(settled.map(({ receiptBase }) => receiptBase)));
  return [
    ...(mode === 'adjustment' ? [] : [at(debit(moneyAccount[mode], receipt.amount), base.amount)]),
    at(debit('bank_charge', receipt.bankCharge), base.bankCharge),
    ...withheldOfEach(receipt, settled),
    ...owed,
    ...mirrored(usedAdvance(clientId, rest, restBase, taxes)),
    exchangeDifference(settled),
  ];
}

/** The bank has the cheque that was in hand. */
export const depositEntries = ({ amount, base }: PostedReceipt): Posting[] => [
  at(debit('bank', amount), base.amount),
  at(credit('cheques_in_hand', amount), negate(base.amount)),
];

/** The payer's advance settles what is owed; no money moves. `freed` is the tax that was inside it. */
export const allocationEntries = (
  payerId: string,
  settled: Settled,
  freed: readonly TaxInAdvance[] = [],
): Posting[] => [
  ...usedAdvance(payerId, settled.amount, settled.receiptBase, freed),
  ...withheldHandedOn(payerId, settled),
  at(credit('receivable', settled.amount, settled.clientId), negate(settled.invoiceBase)),
  exchangeDifference([settled]),
];

/** The same accounts on their other sides. */
export const mirrored = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({
    ...posting,
    amount: negate(posting.amount),
    base: negate(posting.base ?? posting.amount),
  }));
