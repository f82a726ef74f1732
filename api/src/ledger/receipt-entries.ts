import type { Receipt } from '@daybook/contracts/billing/receipts';
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
  amount: Minor;
  invoiceBase: Minor;
  receiptBase: Minor;
}

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

/**
 * The firm has the money, the bank its charge, the state the tax that the client withheld; together they settle what
 * the client owed on the invoices named, and the rest is the client's advance, the tax inside it the state's (domain.md §8).
 */
export function receiptEntries(
  receipt: PostedReceipt,
  settled: readonly Settled[],
  taxes: readonly TaxInAdvance[] = [],
): Posting[] {
  const { clientId, mode, base } = receipt;
  const owed = settled.map(({ amount, invoiceBase }) =>
    at(credit('receivable', amount, clientId), negate(invoiceBase)),
  );
  const rest = subtract(settlingAmount(receipt), sum(settled.map(({ amount }) => amount)));
  const restBase = subtract(settlingAmount(base), sum(settled.map(({ receiptBase }) => receiptBase)));
  return [
    ...(mode === 'adjustment' ? [] : [at(debit(moneyAccount[mode], receipt.amount), base.amount)]),
    at(debit('bank_charge', receipt.bankCharge), base.bankCharge),
    at(debit('withholding_receivable', receipt.withheld, clientId), base.withheld),
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

/** The client's advance settles what the client owes; no money moves. `freed` is the tax that was inside it. */
export const allocationEntries = (
  clientId: string,
  settled: Settled,
  freed: readonly TaxInAdvance[] = [],
): Posting[] => [
  ...usedAdvance(clientId, settled.amount, settled.receiptBase, freed),
  at(credit('receivable', settled.amount, clientId), negate(settled.invoiceBase)),
  exchangeDifference([settled]),
];

/** The same accounts on their other sides. */
export const mirrored = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({
    ...posting,
    amount: negate(posting.amount),
    base: negate(posting.base ?? posting.amount),
  }));
