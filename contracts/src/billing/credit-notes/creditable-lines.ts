import { canonicalDecimal } from '../../money/decimal.ts';
import { minor, negate, share, sum, NOTHING, subtract } from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';
import type { CreditableLine } from './creditable-document.ts';

/** A line, allowance or charge as it stands on its invoice. The amounts of an allowance are negative. */
type Charged = Pick<CreditableLine, 'kind' | 'category' | 'rate' | 'components' | 'amount'> & {
  /** The amount without tax. */
  net: Minor;
};

/** Rows with the same rate and the same taxes have the same text. */
export const rateOf = ({
  category,
  rate,
  components,
}: Pick<Charged, 'category' | 'rate' | 'components'>): string =>
  [category, canonicalDecimal(rate), ...components].join(' ');

/**
 * The rows of an issued invoice that can be credited, each with its amounts. The fees of a rate bear the allowances of
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
    const parts = share(taken, amounts);
    const nets = share(sum(allowances.map(({ net }) => negate(net))), parts);
    const borne = new Map(fees.map((fee, index) => [fee, { amount: parts[index], net: nets[index] }]));
    return group
      .filter(({ kind }) => kind !== 'allowance')
      .map((row) => ({
        ...row,
        amount: subtract(minor(row.amount), borne.get(row)?.amount ?? NOTHING),
        net: subtract(row.net, borne.get(row)?.net ?? NOTHING),
      }));
  });
}
