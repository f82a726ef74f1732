// The tax that a client withholds from a payment for the tax office (docs/rules.md#withholding).
import { z } from 'zod';
import { exponentOf, type CurrencyCode } from './currency.ts';
import { HUNDRED, minus, over, plus, ratioOf, round, times, ZERO, type Ratio } from './exact.ts';
import { add, minor, Minor, NOTHING } from './money.ts';

export const WithholdingBase = z.enum(['net', 'gross']);
/** What the threshold and the bands are counted over: each payment, or all payments of the client in a fiscal year. */
export const WithholdingCounting = z.enum(['payment', 'year']);
export const WithholdingUnit = z.enum(['minor', 'whole']);
export const WithholdingDir = z.enum(['nearest', 'up', 'down']);

/** The rate of the amount above `above`, counted over the year or the payment. */
const WithholdingBand = z.object({ above: Minor, ratePct: z.string() });

/** The terms of a section of the law on one day, for one client. */
export const WithholdingTerms = z.object({
  base: WithholdingBase,
  counting: WithholdingCounting,
  /** The rounding step in minor units. */
  step: z.int().min(1),
  dir: WithholdingDir,
  threshold: Minor,
  /** By lower limit; the first band begins at 0. */
  bands: z.array(WithholdingBand),
  /** The amount already counted for the client in the fiscal year; 0 if each payment counts separately. */
  counted: Minor,
});
export type WithholdingTerms = z.infer<typeof WithholdingTerms>;

interface WithholdingCode {
  currency: CurrencyCode;
  base: z.infer<typeof WithholdingBase>;
  counting: z.infer<typeof WithholdingCounting>;
  roundTo: z.infer<typeof WithholdingUnit>;
  roundDir: z.infer<typeof WithholdingDir>;
  rates: readonly DatedWithholding[];
}

/** Valid from its date until the next entry. `rate` applies from the first unit; each tier applies to the amount above its limit. */
export interface DatedWithholding {
  validFrom: string;
  threshold: number;
  rate: string;
  tiers: readonly { above: number; rate: string }[];
}

/** Null before the first rate of the code. */
export function withholdingOn(
  code: WithholdingCode,
  date: string,
  countedThisYear: Minor,
): WithholdingTerms | null {
  const [row] = code.rates
    .filter(({ validFrom }) => validFrom <= date)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1));
  if (row === undefined) return null;
  return {
    base: code.base,
    counting: code.counting,
    step: code.roundTo === 'whole' ? 10 ** exponentOf(code.currency) : 1,
    dir: code.roundDir,
    threshold: minor(row.threshold),
    bands: [{ above: 0, rate: row.rate }, ...row.tiers].map(({ above, rate }) => ({
      above: minor(above),
      ratePct: rate,
    })),
    counted: code.counting === 'year' ? countedThisYear : NOTHING,
  };
}

/**
 * The terms of a rate agreed or certified for one client: it applies from the first unit, to the base of the code, or to
 * the net without a code.
 */
export const atOwnRate = (terms: WithholdingTerms | null, ratePct: string): WithholdingTerms => ({
  base: terms?.base ?? 'net',
  counting: 'payment',
  step: terms?.step ?? 1,
  dir: terms?.dir ?? 'nearest',
  threshold: NOTHING,
  bands: [{ above: NOTHING, ratePct }],
  counted: NOTHING,
});

/** `ratePct` is the rate of the band that contains the last unit of the base; "0" if nothing is withheld. */
export interface Withheld {
  amount: Minor;
  ratePct: string;
}

/** The base of the withholding, before the total is rounded (docs/rules.md#withholding). */
export const withholdingBase = (
  { base }: Pick<WithholdingTerms, 'base'>,
  { net, tax }: { net: Minor; tax: Minor },
): Minor => (base === 'net' ? net : add(net, tax));

/**
 * Nothing is withheld up to the threshold. Once the counted amount exceeds it, the whole of this base is subject;
 * earlier amounts stay as they were. Bands are marginal: each rate applies to the part of the base within its band. The
 * result is rounded once and never exceeds the base.
 */
export function withheldFrom(base: Minor, terms: WithholdingTerms): Withheld {
  const { threshold, bands, counted, step, dir } = terms;
  const reached = BigInt(counted) + BigInt(base);
  if (base <= 0 || reached <= BigInt(threshold)) return { amount: NOTHING, ratePct: '0' };
  let exact = ZERO;
  let ratePct = '0';
  bands.forEach((band, index) => {
    const next = bands[index + 1]?.above;
    const from = larger(BigInt(band.above), BigInt(counted));
    const to = next === undefined ? reached : smaller(BigInt(next), reached);
    if (to <= from) return;
    exact = plus(exact, over(times(ratioOf(to - from), ratioOf(band.ratePct)), HUNDRED));
    ratePct = band.ratePct;
  });
  const rounded = toWhole(over(exact, ratioOf(step)), dir) * BigInt(step);
  return { amount: minor(smaller(rounded, BigInt(base))), ratePct };
}

/** The terms for the next amount of the same payment or year. */
export const countedOn = (terms: WithholdingTerms, base: Minor): WithholdingTerms => ({
  ...terms,
  counted: minor(BigInt(terms.counted) + BigInt(base)),
});

function toWhole(exact: Ratio, dir: WithholdingTerms['dir']): bigint {
  if (dir === 'nearest') return round(exact);
  const down = round(exact, 'floor');
  return dir === 'up' && minus(exact, ratioOf(down)).num > 0n ? down + 1n : down;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
