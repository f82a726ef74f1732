import { z } from 'zod';
import { Amount, MinorUnits } from '../../fields.ts';
import { Percentage, canonicalDecimal } from '../../money/decimal.ts';
import { inputComponentNames } from '../../money/input-tax.ts';
import type { InputComponentName } from '../../money/input-tax.ts';
import { NOTHING, percentOf, sum } from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';

/** The categories of purchases; AE (services) and K (goods within the EU) are under reverse charge. */
export const inputTaxCategories = ['S', 'AE', 'K', 'Z', 'E', 'O'] as const;
type InputTaxCategory = (typeof inputTaxCategories)[number];

const ownTaxed: ReadonlySet<InputTaxCategory> = new Set(['AE', 'K']);
/** Whether there is tax on purchases of the category, and whether the firm itself owes it. */
export const isTaxed = (category: InputTaxCategory): boolean => category === 'S' || ownTaxed.has(category);

export const categoriesOf = (reverseCharge: boolean): readonly InputTaxCategory[] =>
  inputTaxCategories.filter((category) => !isTaxed(category) || ownTaxed.has(category) === reverseCharge);

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** The tax of one rate, as a person enters it. */
export const InputTaxRowInput = z.strictObject({
  rate: Percentage,
  /** Standard if absent; under reverse charge AE. */
  category: absent(z.enum(inputTaxCategories)),
  /** Only the only row may leave it out: it then has all of the net. */
  net: absent(Amount),
  /** All of the tax if absent in the only row; otherwise, and under reverse charge, the rate times the net. */
  tax: absent(Amount),
  /** What the tax consists of, in equal parts; proposed from the supplier's place if absent. */
  components: absent(z.array(z.enum(inputComponentNames)).min(1).max(2)),
});
type InputTaxRowInput = z.infer<typeof InputTaxRowInput>;

export const InputTaxRow = z.object({
  rate: z.string(),
  category: z.enum(inputTaxCategories),
  net: MinorUnits,
  tax: MinorUnits,
  components: z.array(z.object({ name: z.string(), tax: MinorUnits })),
});
export type InputTaxRow = z.infer<typeof InputTaxRow>;

interface Whole {
  net: Minor;
  tax: Minor;
  reverseCharge: boolean;
}

interface CompletedRow {
  rate: string;
  category: InputTaxCategory;
  net: Minor;
  tax: Minor;
  components: readonly InputComponentName[] | null;
}

/** The rows with what was left out of them. A missing net of several rows counts as nothing. */
export function completeInputTax(rows: readonly InputTaxRowInput[], whole: Whole): CompletedRow[] {
  return rows.map((row) => {
    const category = row.category ?? (whole.reverseCharge ? 'AE' : 'S');
    const isOnly = rows.length === 1;
    const net = row.net ?? (isOnly ? whole.net : NOTHING);
    const computed = isTaxed(category) ? percentOf(net, row.rate) : NOTHING;
    const tax = row.tax ?? (isOnly && !whole.reverseCharge ? whole.tax : computed);
    return { ...row, rate: canonicalDecimal(row.rate), category, net, tax };
  });
}

type Refuse = (message: string, ...path: (string | number)[]) => void;

/** Checks the rows of an expense: each of them, and that they add up to it. */
export function checkInputTax(rows: readonly InputTaxRowInput[], whole: Whole, refuse: Refuse): void {
  const completed = completeInputTax(rows, whole);
  for (const [at, { rate, category, tax }] of completed.entries()) {
    if (rows.length > 1 && rows[at]?.net === null) refuse('REQUIRED', 'inputTax', at, 'net');
    if (!categoriesOf(whole.reverseCharge).includes(category))
      refuse('NOT_A_CHOICE', 'inputTax', at, 'category');
    if (isTaxed(category)) continue;
    if (rate !== '0') refuse('RATE_WITHOUT_TAX', 'inputTax', at, 'rate');
    if (tax !== NOTHING) refuse('TAX_ON_NON_TAXABLE', 'inputTax', at, 'tax');
  }
  const last = rows.length - 1;
  if (sum(completed.map(({ net }) => net)) !== whole.net) refuse('NET_ROWS_DIFFER', 'inputTax', last, 'net');
  if (!whole.reverseCharge && sum(completed.map(({ tax }) => tax)) !== whole.tax)
    refuse('TAX_ROWS_DIFFER', 'inputTax', last, 'tax');
}
