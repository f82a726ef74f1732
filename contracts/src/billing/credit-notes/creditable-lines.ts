import { canonicalDecimal } from '../../money/decimal.ts';
import { minor, share, sum, NOTHING, subtract } from '../../money/money.ts';
import type { CreditableLine } from './credit-note-totals.ts';

/** A line, allowance or charge as it stands on its invoice. The amount of an allowance is negative. */
type Charged = Pick<CreditableLine, 'kind' | 'category' | 'rate' | 'components' | 'amount'>;

const rateOf = ({ category, rate, components }: Charged): string =>
  [category, canonicalDecimal(rate), ...components].join(' ');

/**
 * The rows of an issued invoice that can be credited, each with its amount. The fees of a rate bear the allowances of
 * that rate in proportion, as they bear a document discount. If the fees come to no more than the allowances, the
 * allowances stay as rows of their own.
 */
export function creditableLines<Row extends Charged>(rows: readonly Row[]): Row[] {
  const ofRate = Map.groupBy(rows, rateOf);
  return [...ofRate.values()].flatMap((group) => {
    const fees = group.filter(({ kind }) => kind === 'fee');
    const allowances = group.filter(({ kind }) => kind === 'allowance');
    const amounts = fees.map(({ amount }) => minor(amount));
    const taken = sum(allowances.map(({ amount }) => minor(-amount)));
    if (taken === 0 || sum(amounts) <= taken) return group;
    const shares = new Map(share(taken, amounts).map((part, index) => [fees[index], part]));
    return group
      .filter(({ kind }) => kind !== 'allowance')
      .map((row) => ({ ...row, amount: subtract(minor(row.amount), shares.get(row) ?? NOTHING) }));
  });
}
