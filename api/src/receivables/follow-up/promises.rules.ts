import type { PromiseState } from '@daybook/contracts/receivables/follow-up/promises';
import { NOTHING, add, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';

export interface PromiseTerms {
  promisedOn: string;
  /** In the order of their dates. */
  instalments: readonly { dueOn: string; amount: Minor }[];
}

/** A receipt that stands, and was posted after the promise was recorded: its whole amount, with tax withheld and charges. */
export interface CountedReceipt {
  receiptDate: string;
  amount: Minor;
}

export type JudgedState = Extract<PromiseState, 'open' | 'kept' | 'broken' | 'settled'>;

export interface Verdict {
  state: JudgedState;
  /** The day on which the state began; null while the promise is open. */
  since: string | null;
  received: Minor;
  dueOn: string;
  paidLateOn: string | null;
}

interface Due {
  dueOn: string;
  /** What is promised by this date, the earlier instalments included. */
  amount: Minor;
}

function duesOf({ instalments }: PromiseTerms): Due[] {
  let amount = NOTHING;
  return instalments.map((one) => {
    amount = add(amount, one.amount);
    return { dueOn: one.dueOn, amount };
  });
}

/** The first day on which everything received since the promise reaches the amount. */
function reachedOn(receipts: readonly CountedReceipt[], amount: Minor): string | null {
  let received = NOTHING;
  for (const receipt of receipts) {
    received = add(received, receipt.amount);
    if (received >= amount) return receipt.receiptDate;
  }
  return null;
}

/**
 * What has become of a promise (docs/rules.md#promises). Its dates are judged together: an amount that comes early counts for
 * the later dates. `settledOn` are its past dates on which nothing was owed any more, by whatever means.
 */
export function judgePromise(
  terms: PromiseTerms,
  given: readonly CountedReceipt[],
  settledOn: ReadonlySet<string>,
  today: string,
): Verdict {
  const dues = duesOf(terms);
  const last = dues.at(-1) ?? { dueOn: terms.promisedOn, amount: NOTHING };
  const receipts = given
    .filter(({ receiptDate }) => receiptDate >= terms.promisedOn && receiptDate <= today)
    .toSorted((a, b) => (a.receiptDate < b.receiptDate ? -1 : 1));
  const by = (day: string) =>
    sum(receipts.filter(({ receiptDate }) => receiptDate <= day).map(({ amount }) => amount));
  const figures = { received: by(last.dueOn), paidLateOn: null };
  const unpaid = dues.find(({ dueOn, amount }) => by(dueOn) < amount);
  if (!unpaid)
    return { ...figures, state: 'kept', since: reachedOn(receipts, last.amount), dueOn: last.dueOn };
  const { dueOn } = unpaid;
  if (dueOn >= today) return { ...figures, state: 'open', since: null, dueOn };
  if (settledOn.has(dueOn)) return { ...figures, state: 'settled', since: dueOn, dueOn };
  return {
    ...figures,
    state: 'broken',
    since: addDays(dueOn, 1),
    dueOn,
    paidLateOn: reachedOn(receipts, last.amount),
  };
}
