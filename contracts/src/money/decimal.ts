import { z } from 'zod';

const plain = /^-?(?<whole>\d+)(?:\.(?<fraction>\d+))?$/;

const digitsOf = (value: string, part: 'whole' | 'fraction'): number =>
  plain.exec(value)?.groups?.[part]?.length ?? 0;

/**
 * A decimal as text that fits its column `numeric(digits, scale)`. Leading zeros and exponents are refused. Only one
 * fault is reported, with its limit.
 */
export function decimal(digits: number, scale: number, { signed = false, tooBig = 'DIGITS_TOO_MANY' } = {}) {
  const whole = digits - scale;
  return z
    .string()
    .refine((value) => signed || !plain.test(value) || !value.startsWith('-'), {
      error: 'TOO_SMALL',
      params: { minimum: 0 },
      abort: true,
    })
    .refine((value) => digitsOf(value, 'whole') <= whole, {
      error: tooBig,
      params: { maximum: whole },
      abort: true,
    })
    .refine((value) => digitsOf(value, 'fraction') <= scale, {
      error: 'DECIMALS_TOO_MANY',
      params: { maximum: scale },
      abort: true,
    })
    .regex(new RegExp(`^${signed ? '-?' : ''}(0|[1-9]\\d{0,${whole - 1}})(\\.\\d{1,${scale}})?$`), {
      // An empty text counts as missing.
      error: ({ input }) => (input === '' ? undefined : 'DECIMAL_FORMAT'),
      abort: true,
    });
}

const notZero = (width: ReturnType<typeof decimal>) => width.regex(/[1-9]/, 'NOT_ZERO');

/** A quantity, never zero. A negative quantity takes something back, such as returned goods. */
export const Quantity = notZero(decimal(14, 4, { signed: true }));
/** The number of units that the unit price is for (EN 16931 BT-149). */
export const BaseQuantity = notZero(decimal(14, 4));
export const UnitPrice = decimal(18, 6);
/** A rate in per cent: "18" is 18 %. */
export const Rate = decimal(9, 6);
/** A share of an amount, in per cent. */
export const Percentage = decimal(9, 6, { tooBig: 'PERCENTAGE' }).refine(
  (value) => !(Number(value) > 100),
  'PERCENTAGE',
);
/** An exchange rate: units of the second currency for one unit of the first. */
export const FxRate = notZero(decimal(18, 10));

/** Minutes as the quantity of hours that a line bills, to four decimals. */
export const hoursQuantity = (minutes: number): string => (minutes / 60).toFixed(4);

/** One spelling for each value, without trailing zeros: "21.000000" is "21". */
export function canonicalDecimal(value: string): string {
  const trimmed = value.includes('.') ? value.replace(/\.?0+$/, '') : value;
  return trimmed === '-0' ? '0' : trimmed;
}
