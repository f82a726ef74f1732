import { creditableLines, rateOf } from '@daybook/contracts/billing/credit-notes/creditable-lines';
import type { CreditableLine } from '@daybook/contracts/billing/credit-notes/creditable-document';
import { NOTHING, add, negate, proportion, share, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { TakenPart } from '../../ledger/credit-note-entries.ts';
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

const placeOf = ({ accountId, departmentId }: Pick<Income, 'accountId' | 'departmentId'>): string =>
  `${accountId} ${departmentId}`;

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

/** What is left of each account and department, after what earlier credit notes took. */
function leftOf(posted: readonly TakenPart[], took: readonly TakenPart[]) {
  const places = Map.groupBy([...posted, ...took], placeOf);
  const takenAt = Map.groupBy(took, placeOf);
  const postedAt = Map.groupBy(posted, placeOf);
  return [...places].flatMap(([place, [first]]) => {
    const sumAt = (of: ReadonlyMap<string, TakenPart[]>, figure: 'net' | 'base') =>
      sum((of.get(place) ?? []).map((part) => part[figure]));
    if (!first) return [];
    const whole = sumAt(postedAt, 'net');
    const before = sumAt(takenAt, 'net');
    const left = subtract(whole, before);
    return {
      ...first,
      whole,
      before,
      left,
      leftBase: subtract(sumAt(postedAt, 'base'), sumAt(takenAt, 'base')),
    };
  });
}

/**
 * What a credit of `net` takes back of what was posted for a line, after what earlier credit notes `took`. It brings all of them together to
 * the share of each account and department, by the largest remainder. Where that would give something back to one of them, which happens
 * after a void, the credit is spread over what is left. So no part exceeds what is left, and the rest of a line takes all of it. In the base
 * currency, each part takes its part of what is left there.
 */
export function takenBack(posted: readonly TakenPart[], took: readonly TakenPart[], net: Minor): TakenPart[] {
  const places = leftOf(posted, took);
  const whole = places.map((place) => place.whole);
  const left = places.map((place) => place.left);
  const taken = add(sum(places.map(({ before }) => before)), net);
  const even =
    taken === sum(whole)
      ? left
      : share(taken, whole).map((amount, index) => subtract(amount, places[index]?.before ?? NOTHING));
  const parts = even.every((part, index) => isWithin(part, left[index] ?? NOTHING)) ? even : share(net, left);
  return places.flatMap(({ accountId, departmentId, left: rest, leftBase }, index) => {
    const part = parts[index] ?? NOTHING;
    if (part === 0) return [];
    const base = part === rest ? leftBase : proportion(leftBase, part, rest);
    return { accountId, departmentId, net: part, base };
  });
}
