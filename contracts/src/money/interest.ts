import { over, plus, minus, ratioOf, round, times, ZERO, type Ratio } from './exact.ts';
import { minor, type Minor } from './money.ts';

/** A part of the time for which interest runs, with a yearly rate in basis points: 1,015 is 10.15 %. A year has 365 days. */
export type InterestSpan = { basisPoints: number } & ({ days: number } | { months: number });

const ONE: Ratio = { num: 1n, den: 1n };

/** The interest of a span on one unit. */
function factorOf(span: InterestSpan): Ratio {
  const years: Ratio =
    'days' in span ? { num: BigInt(span.days), den: 365n } : { num: BigInt(span.months), den: 12n };
  return over(times(ratioOf(span.basisPoints), years), ratioOf(10_000));
}

/** Interest on an amount that stays the same. It is rounded once. */
export const simpleInterest = (amount: Minor, spans: readonly InterestSpan[]): Minor =>
  minor(round(times(ratioOf(amount), spans.map(factorOf).reduce(plus, ZERO))));

/** Interest that is added to the amount at the end of each span. It is rounded once. */
export const compoundInterest = (amount: Minor, spans: readonly InterestSpan[]): Minor => {
  const grown = spans.reduce((whole, span) => times(whole, plus(ONE, factorOf(span))), ONE);
  return minor(round(times(ratioOf(amount), minus(grown, ONE))));
};
