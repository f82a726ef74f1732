import { creditableLines, rateOf } from '@daybook/contracts/billing/credit-notes/creditable-lines';
import type { CreditableLine } from '@daybook/contracts/billing/credit-notes/creditable-document';
import { NOTHING, add, negate, share, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { spreadOver } from '../../ledger/income.ts';
import type { Income } from '../../ledger/income.ts';

/** A line, charge or allowance as it was billed. The amounts of an allowance are negative. */
type Billed = Pick<CreditableLine, 'id' | 'kind' | 'category' | 'rate' | 'components'> &
  Income & { amount: Minor };

/** A line, charge or allowance that can be credited, and what its invoice posted for it. */
export interface PostedLine {
  id: string;
  amount: Minor;
  net: Minor;
  postings: Income[];
}

const placeOf = ({ accountId, departmentId }: Income): string => `${accountId} ${departmentId}`;

/** One row for each account and department. */
const gathered = (postings: readonly Income[]): Income[] =>
  [...Map.groupBy(postings, placeOf).values()].flatMap((rows) => {
    const [first] = rows;
    return first ? { ...first, net: sum(rows.map(({ net }) => net)) } : [];
  });

const plain = ({ accountId, departmentId, net }: Income): Income => ({ accountId, departmentId, net });

/** Splits postings into parts with these sums, which add up to theirs. */
function splitUp(postings: readonly Income[], nets: readonly Minor[]): Income[][] {
  const weights = postings.map(({ net }) => net);
  let through = NOTHING;
  let before = weights.map(() => NOTHING);
  return nets.map((net) => {
    through = add(through, net);
    const after = share(through, weights);
    const part = postings.map((posting, index) => ({
      ...posting,
      net: subtract(after[index] ?? NOTHING, before[index] ?? NOTHING),
    }));
    before = after;
    return part;
  });
}

/**
 * What an invoice posted for each of its rows that can be credited (docs/rules.md#the-ledger): a line to its own account and department, a
 * charge or an allowance spread over the fees. A line that bears allowances of its rate bears its part of what was posted for them.
 */
export function postedLines(rows: readonly Billed[]): PostedLine[] {
  const fees = rows.filter(({ kind }) => kind === 'fee').map(plain);
  const postedOf = (row: Billed): Income[] =>
    row.kind === 'fee' || row.kind === 'disbursement' ? [plain(row)] : spreadOver(fees, row.net);
  const left = creditableLines(rows);
  const stays = new Set(left.map(({ id }) => id));
  const netOf = new Map(rows.map(({ id, net }) => [id, net]));
  const bornePart = (row: Billed): Minor => subtract(row.net, netOf.get(row.id) ?? NOTHING);
  return [...Map.groupBy(left, rateOf)].flatMap(([rate, ofRate]) => {
    const borne = rows.filter((row) => !stays.has(row.id) && rateOf(row) === rate);
    const parts = splitUp(gathered(borne.flatMap(postedOf)), ofRate.map(bornePart));
    return ofRate.map((row, index) => ({
      id: row.id,
      amount: row.amount,
      net: row.net,
      postings: gathered([
        ...postedOf({ ...row, net: subtract(row.net, bornePart(row)) }),
        ...(parts[index] ?? []),
      ]).filter(({ net }) => net !== 0),
    }));
  });
}

const isWithin = (part: Minor, left: Minor): boolean => {
  const [size, most] = left < 0 ? [negate(part), negate(left)] : [part, left];
  return size >= 0 && size <= most;
};

/**
 * What a credit of `net` takes back of what was posted for a line, after what earlier credit notes `took`. It brings all of them together to
 * the share of each account and department, by the largest remainder. Where that would give something back to one of them, which happens
 * after a void, the credit is spread over what is left. So no part exceeds what is left, and the rest of a line takes all of it.
 */
export function takenBack(posted: readonly Income[], took: readonly Income[], net: Minor): Income[] {
  const places = gathered([...posted, ...took.map((part) => ({ ...part, net: NOTHING }))]);
  const earlier = new Map(gathered(took).map((part) => [placeOf(part), part.net]));
  const whole = places.map((place) => place.net);
  const before = places.map((place) => earlier.get(placeOf(place)) ?? NOTHING);
  const left = whole.map((amount, index) => subtract(amount, before[index] ?? NOTHING));
  const taken = add(sum(before), net);
  const even =
    taken === sum(whole)
      ? left
      : share(taken, whole).map((amount, index) => subtract(amount, before[index] ?? NOTHING));
  const parts = even.every((part, index) => isWithin(part, left[index] ?? NOTHING)) ? even : share(net, left);
  return places
    .map((place, index) => ({ ...place, net: parts[index] ?? NOTHING }))
    .filter((part) => part.net !== 0);
}
