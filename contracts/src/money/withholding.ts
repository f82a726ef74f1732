// What a client keeps back of a payment for the tax office (docs/rules.md#withholding).
import { z } from 'zod';
import { exponentOf, type CurrencyCode } from './currency.ts';
import { HUNDRED, minus, over, plus, ratioOf, round, times, ZERO, type Ratio } from './exact.ts';
import { add, minor, Minor, NOTHING } from './money.ts';

export const WithholdingBase = z.enum(['net', 'gross']);
/** What threshold and bands are counted over: one payment by itself, or all of the client in a fiscal year. */
export const WithholdingCounting = z.enum(['payment', 'year']);
export const WithholdingUnit = z.enum(['minor', 'whole']);
export const WithholdingDir = z.enum(['nearest', 'up', 'down']);

/** From `above` on, counted over the year or the payment, this rate holds for what lies above. */
const WithholdingBand = z.object({ above: Minor, ratePct: z.string() });

/** A section of the law as it stands on one day, for one client. */
export const WithholdingTerms = z.object({
  base: WithholdingBase,
  counting: WithholdingCounting,
  /** A multiple of minor units. */
  step: z.int().min(1),
  dir: WithholdingDir,
  threshold: Minor,
  /** By where they begin, the first at nothing. */
  bands: z.array(WithholdingBand),
  /** What was counted of the client before, in the fiscal year; nothing where each payment stands alone. */
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

/** Holds from its date until the next one's; `rate` from the first unit on, each tier for what lies above it. */
export interface DatedWithholding {
  validFrom: string;
  threshold: number;
  rate: string;
  tiers: readonly { above: number; rate: string }[];
}

/** Null before the code's first rate. */
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

/** A rate that was agreed or certified for one client: from the first unit on, on the base of the code or the net. */
export const atOwnRate = (terms: WithholdingTerms | null, ratePct: string): WithholdingTerms => ({
  base: terms?.base ?? 'net',
  counting: 'payment',
  step: terms?.step ?? 1,
  dir: terms?.dir ?? 'nearest',
  threshold: NOTHING,
  bands: [{ above: NOTHING, ratePct }],
  counted: NOTHING,
});

/** `ratePct` is the band's that the last unit of the base falls in; "0" while nothing is withheld. */
export interface Withheld {
  amount: Minor;
  ratePct: string;
}

/** Of the amount before total rounding (docs/rules.md#withholding). */
export const withholdingBase = (
  { base }: Pick<WithholdingTerms, 'base'>,
  { net, tax }: { net: Minor; tax: Minor },
): Minor => (base === 'net' ? net : add(net, tax));

/**
 * Nothing up to the threshold; once what is counted exceeds it, the whole of this base is subject, while what came before stays as it
 * was. Bands are marginal: each rate for the part of the base that lies in its band. Rounded once, and never more than the base.
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

/** The same law for what follows in the same payment or year. */
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
