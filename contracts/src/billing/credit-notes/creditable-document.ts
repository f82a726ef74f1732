import { canonicalDecimal } from '../../money/decimal.ts';
import type { RoundingDir } from '../../money/exact.ts';
import type { Minor } from '../../money/money.ts';
import type { ComponentTax, RoundingMode, TaxCategory } from '../../money/tax-split.ts';

/** A line, allowance or charge of an issued invoice, with what can still be credited. */
export interface CreditableLine {
  id: string;
  kind: 'fee' | 'disbursement' | 'allowance' | 'charge';
  /** The category under which it was taxed. */
  category: TaxCategory;
  rate: string;
  components: readonly string[];
  qty: string;
  /**
   * The amount after all discounts and the line's share of the document's allowances. It includes tax if the invoice's
   * prices do. It is negative for an allowance, and for a line with a negative quantity.
   */
  amount: number;
  leftAmount: number;
  /** What is left of the amount without tax. */
  leftNet: number;
  /** Null if an amount was credited before instead of a quantity, and for an allowance or charge. */
  leftQty: string | null;
}

/** The net and tax that an invoice charged at one rate and that no credit note has given back. */
export interface CreditableGroup {
  category: TaxCategory;
  rate: string;
  net: number;
  components: readonly { name: string; tax: number }[];
}

/** An issued invoice, with the terms that it was computed with. */
export interface CreditableDocument {
  pricesIncludeTax: boolean;
  rounding: RoundingMode;
  roundingDir: RoundingDir;
  roundTotalTo: number;
  total: number;
  /** The credits so far: before their totals were rounded, and after. */
  credited: { exact: number; total: number };
  lines: readonly CreditableLine[];
  groups: readonly CreditableGroup[];
}

/** A line is credited by a quantity or by an amount, both without a sign. */
export interface CreditedRow {
  /** The id of a line, allowance or charge. */
  invoiceLineId: string;
  qty: string | null;
  amount: Minor | null;
}

export interface CreditedLine {
  amount: Minor;
  net: Minor;
  tax: Minor;
  components: ComponentTax[];
}

/** A row with what it credits. */
export interface CreditedPart extends CreditedRow {
  line: CreditableLine;
  document: CreditableDocument;
  credited: Minor;
}

/** Whether a line belongs to a group: same rate and same taxes. The taxes matter because several categories have the rate 0. */
export const isOfGroup = (line: CreditableLine, group: Omit<CreditableGroup, 'net'>): boolean =>
  line.category === group.category &&
  canonicalDecimal(line.rate) === canonicalDecimal(group.rate) &&
  line.components.join() === group.components.map(({ name }) => name).join();
