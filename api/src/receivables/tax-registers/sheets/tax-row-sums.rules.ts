import { NOTHING, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';

type Taxed = Pick<TaxRow, 'components'>;

/** The tax of some components; without names, of all. */
export const taxOf = (row: Taxed, ...names: string[]): Minor =>
  sum(row.components.filter(({ name }) => names.length === 0 || names.includes(name)).map(({ tax }) => tax));

/** The net of rows, and their tax by component. */
export function addUp(rows: readonly (Taxed & { net: Minor })[]) {
  const names = [...new Set(rows.flatMap(({ components }) => components.map(({ name }) => name)))];
  return {
    net: sum(rows.map(({ net }) => net)),
    components: names.map((name) => ({ name, tax: sum(rows.map((row) => taxOf(row, name))) })),
  };
}

/** Adds up the rows of each key, in the order of the keys: numbers in a key by their value. */
export function sumsBy<Row extends Taxed & { net: Minor }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
) {
  const inOrder = new Intl.Collator('en', { numeric: true });
  return [...Map.groupBy(rows, keyOf)]
    .map(([key, of]) => ({ key, rows: of, ...addUp(of) }))
    .toSorted((one, other) => inOrder.compare(one.key, other.key));
}

export const isZero = ({ net, components }: Taxed & { net: Minor }): boolean =>
  net === NOTHING && components.every(({ tax }) => tax === NOTHING);

/** Without documents that were issued and voided in the same period: they take their number and nothing else. */
export function withoutVoided(rows: readonly TaxRow[]): TaxRow[] {
  const steps = Map.groupBy(rows, ({ document }) => document.id);
  return rows.filter(({ document }) => {
    const of = steps.get(document.id) ?? [];
    return !(of.some(({ step }) => step === 'issued') && of.some(({ step }) => step === 'voided'));
  });
}

/** What the firm supplied: without advances, without what was laid out for clients, and without purchases under reverse charge. */
export const suppliesOf = (rows: readonly TaxRow[]): TaxRow[] =>
  rows.filter(
    ({ kind, isDisbursement }) => kind !== 'advance_voucher' && kind !== 'expense' && !isDisbursement,
  );
