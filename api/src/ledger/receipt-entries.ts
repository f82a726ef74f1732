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
  /** The person who keeps the cash until it is handed over; absent if it is the firm's at once. */
  heldBy?: string | null;
}

interface ReceivedMoney {
  clientId: string;
  mode: ReceiptMode;
  currency: string;
  fxRate: string;
  amount: Minor;
  withheld: Minor;
  bankCharge: Minor;
}

/** The receipt with its amounts in the base currency, each converted on its own. */
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

/** An allocation. `invoiceBase` is its amount at the invoice's rate, `receiptBase` the amount at the receipt's rate. */
export interface Settled {
  /** The client of the invoice: the payer, or another client of the payer's group. */
  clientId: string;
  amount: Minor;
  invoiceBase: Minor;
  receiptBase: Minor;
  /** The part settled by tax withheld, and its base amount at the receipt's rate. */
  withheld?: { amount: Minor; base: Minor };
}

interface SettledByReceipt extends Omit<Settled, 'withheld'> {
  withheldPart: Minor;
}

/** The settlements of a receipt, with the tax withheld from them at the receipt's rate. */
export const settledByReceipt = <Row extends SettledByReceipt>(
  { currency, baseCurrency, fxRate }: { currency: string; baseCurrency: string; fxRate: string },
  rows: readonly Row[],
) =>
  rows.map((row) => ({
    ...row,
    withheld: { amount: row.withheldPart, base: convert(row.withheldPart, currency, baseCurrency, fxRate) },
  }));

/**
 * The account that receives the money. A cheque is in hand until it is deposited. An adjustment brings no money, and
 * the money of an opening balance came earlier.
 */
const moneyAccount: Record<Exclude<ReceiptMode, 'adjustment'>, SystemAccount> = {
  cash: 'cash',
  cheque: 'cheques_in_hand',
  bank: 'bank',
  upi: 'bank',
  card: 'bank',
  gateway: 'bank',
  opening: 'opening_equity',
};

const moneyIn = ({ mode, amount, heldBy }: PostedReceipt): Posting[] => {
  if (mode === 'adjustment') return [];
  return [heldBy ? { ...debit('staff_cash', amount), userId: heldBy } : debit(moneyAccount[mode], amount)];
};

const at = (posting: Posting, base: Minor): Posting => ({ ...posting, base });

/** The exchange difference between the rate of the invoice and that of the payment. */
const exchangeDifference = (settled: readonly Settled[]): Posting =>
  at(
    debit('fx_difference', NOTHING),
    sum(settled.map(({ invoiceBase, receiptBase }) => subtract(invoiceBase, receiptBase))),
  );

/** The tax withheld from invoices of clients other than the payer. */
const withheldOfOthers = (payerId: string, settled: readonly Settled[]): Posting[] =>
  settled.flatMap(({ clientId, withheld }) =>
    clientId === payerId || !withheld || withheld.amount === 0
      ? []
      : [at(debit('withholding_receivable', withheld.amount, clientId), withheld.base)],
  );

/** Withheld tax is posted to the client of the invoice, or to the payer while the invoice is not known. */
function withheldOfEach({ clientId, withheld, base }: PostedReceipt, settled: readonly Settled[]): Posting[] {
  const others = withheldOfOthers(clientId, settled);
  const rest = subtract(withheld, sum(others.map(({ amount }) => amount)));
  const remainderBase = subtract(base.withheld, sum(others.map((one) => one.base ?? NOTHING)));
  return [at(debit('withholding_receivable', rest, clientId), remainderBase), ...others];
}

/** Moves the tax that the payer withheld to the client of the invoice, when an advance settles it. */
const withheldHandedOn = (payerId: string, settled: Settled): Posting[] =>
  withheldOfOthers(payerId, [settled]).flatMap((posting) => [
    posting,
    ...mirrored([posting]).map((one) => ({ ...one, clientId: payerId })),
  ]);

/**
 * The amount received, the bank charge and the tax withheld together settle the invoices. The remainder is the payer's
 * advance, and the tax included in the advance is posted as output tax (docs/rules.md#the-ledger).
 */
export function receiptEntries(
  receipt: PostedReceipt,
  settled: readonly Settled[],
  taxes: readonly TaxInAdvance[] = [],
): Posting[] {
  const { clientId, base } = receipt;
  const owed = settled.map((one) =>
    at(credit('receivable', one.amount, one.clientId), negate(one.invoiceBase)),
  );
  const rest = subtract(settlingAmount(receipt), sum(settled.map(({ amount }) => amount)));
  const remainderBase = subtract(settlingAmount(base), sum(settled.map(({ receiptBase }) => receiptBase)));
  return [
    ...moneyIn(receipt).map((posting) => at(posting, base.amount)),
    at(debit('bank_charge', receipt.bankCharge), base.bankCharge),
    ...withheldOfEach(receipt, settled),
    ...owed,
    ...mirrored(usedAdvance(clientId, rest, remainderBase, taxes)),
    exchangeDifference(settled),
  ];
}

/** The deposit of a cheque that was in hand. */
export const depositEntries = ({ amount, base }: PostedReceipt): Posting[] => [
  at(debit('bank', amount), base.amount),
  at(credit('cheques_in_hand', amount), negate(base.amount)),
];

/** Settles invoices from the payer's advance; no money moves. `freed` is the tax that leaves the advance. */
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

/** The same postings with debits and credits exchanged. */
export const mirrored = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({
    ...posting,
    amount: negate(posting.amount),
    base: negate(posting.base ?? posting.amount),
  }));
