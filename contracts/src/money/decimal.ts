import { z } from 'zod';

/** A decimal as text, as wide as its column `numeric(digits, scale)`; leading zeros and exponents are refused. */
export function decimal(digits: number, scale: number, { signed = false } = {}) {
  const whole = digits - scale;
  return z
    .string()
    .regex(new RegExp(`^${signed ? '-?' : ''}(0|[1-9]\\d{0,${whole - 1}})(\\.\\d{1,${scale}})?$`));
}

/** Never zero; negative takes back. */
export const Quantity = decimal(14, 4, { signed: true }).regex(/[1-9]/);
/** How many units the unit price is for (EN 16931 BT-149). */
export const BaseQuantity = decimal(14, 4).regex(/[1-9]/);
export const UnitPrice = decimal(18, 6);
/** Per cent: "18" is 18 %. */
export const Rate = decimal(9, 6);
/** A share of an amount, in per cent. */
export const Percentage = Rate.refine((value) => !(Number(value) > 100), 'PERCENTAGE');
/** Units of the second currency for one of the first. */
export const FxRate = decimal(18, 10).regex(/[1-9]/);

/** One spelling per value, whatever zeros a column or a person added: "21.000000" is "21". */
export function canonicalDecimal(value: string): string {
  const trimmed = value.includes('.') ? value.replace(/\.?0+$/, '') : value;
  return trimmed === '-0' ? '0' : trimmed;
}
