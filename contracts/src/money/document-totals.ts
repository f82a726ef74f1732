// The totals of an invoice, credit note or quote. The form shows them during editing, and the server stores them.
import type { CurrencyCode } from './currency.ts';
import { canonicalDecimal } from './decimal.ts';
import {
  negate,
  NOTHING,
  percentOf,
  priceLine,
  roundTo,
  share,
  subtract,
  sum,
  type Minor,
  type PricedLine,
} from './money.ts';
import {
  splitTax,
  taxKey,
  type ComponentTax,
  type TaxCategory,
  type TaxedAmount,
  type TaxRules,
  type TaxTreatment,
} from './tax-split.ts';
import { withheldFrom, withholdingBase, type WithholdingTerms } from './withholding.ts';

export type TotalsLine = PricedLine & {
  tax: TaxTreatment;
  /** The document discount is spread over fees only. */
  kind: 'fee' | 'disbursement';
};

/** A document-level allowance or charge: a positive amount, which includes tax if the prices do. */
export type TotalsAdjustment = { amount: Minor; tax: TaxTreatment };

export type DocumentTotalsInput = TaxRules & {
  currency: CurrencyCode;
  lines: readonly TotalsLine[];
  allowances?: readonly TotalsAdjustment[] | undefined;
  charges?: readonly TotalsAdjustment[] | undefined;
  /** At most one of the two may be given. */
  discountPct?: string | undefined;
  discountMinor?: Minor | undefined;
  /** The total is rounded to a multiple of these minor units; 0 means no rounding. */
  roundTotalTo: number;
  prepaid?: Minor | undefined;
  withholding?: WithholdingTerms | undefined;
};

export type LineTotals = TaxedAmount & {
  /** The amount printed on the line: after the line's own discount and charge, before the document's. It includes tax if the prices do. */
  amount: Minor;
  discount: Minor;
  documentDiscount: Minor;
};

export type TaxGroup = {
  category: TaxCategory;
  ratePct: string;
  base: Minor;
  components: ComponentTax[];
  tax: Minor;
};

export type DocumentTotals = {
  lines: LineTotals[];
  allowances: TaxedAmount[];
  charges: TaxedAmount[];
  groups: TaxGroup[];
  /** The sum of the lines as printed (EN 16931 BT-106 if prices exclude tax). */
  linesAmount: Minor;
  documentDiscount: Minor;
  net: Minor;
  tax: Minor;
  /** The difference made by `roundTotalTo`; never part of the tax base. */
  rounding: Minor;
  total: Minor;
  prepaid: Minor;
  payable: Minor;
  withheldExpected: Minor;
  /** The rate of the expected withholding; null if nothing is withheld. */
  withheldPct: string | null;
};

/** Throws RangeError for a malformed decimal, for two discounts at once, and beyond safe amounts. */
export function documentTotals(input: DocumentTotalsInput): DocumentTotals {
  const priced = input.lines.map((line) => ({
    ...priceLine(line, input.currency, input.roundingDir),
    line,
  }));
  const discounts = spreadDiscount(input, priced);
  const rows = priced.map(({ line, net, discount }, index) => {
    const documentDiscount = discounts[index] ?? NOTHING;
    return {
      tax: line.tax,
      amount: net,
      discount,
      documentDiscount,
      taxable: subtract(net, documentDiscount),
    };
  });
  const allowances = (input.allowances ?? []).map(({ tax, amount }) => ({
    tax,
    taxable: negate(amount),
  }));
  const charges = (input.charges ?? []).map(({ tax, amount }) => ({ tax, taxable: amount }));
  const { taxOf, groups } = taxRows([...rows, ...allowances, ...charges], input);
  return {
    lines: rows.map((row) => ({
      ...taxOf(row),
      amount: row.amount,
      discount: row.discount,
      documentDiscount: row.documentDiscount,
    })),
    allowances: allowances.map((row) => mirrored(taxOf(row))),
    charges: charges.map(taxOf),
    groups,
    linesAmount: sum(rows.map(({ amount }) => amount)),
    documentDiscount: sum(discounts),
    ...closeTotals(input, groups),
  };
}

/**
 * Spreads the document discount over the fees by amount, before tax (docs/rules.md#line-amounts). Without fees there is
 * nothing to discount, so the result is 0.
 */
function spreadDiscount(
  input: DocumentTotalsInput,
  priced: readonly { line: TotalsLine; net: Minor }[],
): Minor[] {
  const { discountPct, discountMinor, roundingDir } = input;
  if (discountPct !== undefined && discountMinor !== undefined) {
    throw new RangeError('a document has either a discount percentage or a discount amount, not both');
  }
  const fees = priced.map(({ line, net }) => (line.kind === 'fee' ? net : NOTHING));
  const feeTotal = sum(fees);
  if (feeTotal === 0) return fees.map(() => NOTHING);
  return share(
    discountPct === undefined ? (discountMinor ?? NOTHING) : percentOf(feeTotal, discountPct, roundingDir),
    fees,
  );
}

type TaxableRow = { tax: TaxTreatment; taxable: Minor };

function taxRows(rows: readonly TaxableRow[], rules: TaxRules) {
  const members = new Map<string, { tax: TaxTreatment; rows: TaxableRow[] }>();
  for (const row of rows) {
    const key = taxKey(row.tax);
    const group = members.get(key) ?? { tax: row.tax, rows: [] };
    group.rows.push(row);
    members.set(key, group);
  }
  const taxed = new Map<TaxableRow, TaxedAmount>();
  const groups = [...members.values()].map((group): TaxGroup => {
    const { byRow, total } = splitTax(group.rows, group.tax, rules);
    for (const [row, amounts] of byRow) taxed.set(row, amounts);
    const { category, ratePct } = group.tax;
    return {
      category,
      ratePct: canonicalDecimal(ratePct),
      base: total.net,
      components: total.components,
      tax: total.tax,
    };
  });
  const taxOf = (row: TaxableRow): TaxedAmount => {
    const amounts = taxed.get(row);
    if (!amounts) throw new Error('a row was left out of its tax group');
    return amounts;
  };
  return { taxOf, groups };
}

function closeTotals(input: DocumentTotalsInput, groups: readonly TaxGroup[]) {
  const net = sum(groups.map(({ base }) => base));
  const tax = sum(groups.map((group) => group.tax));
  const exact = sum([net, tax]);
  const total = input.roundTotalTo > 0 ? roundTo(exact, input.roundTotalTo, input.roundingDir) : exact;
  const prepaid = input.prepaid ?? NOTHING;
  return {
    net,
    tax,
    rounding: subtract(total, exact),
    total,
    prepaid,
    payable: subtract(total, prepaid),
    ...withheldOf(input.withholding, { net, tax }),
  };
}

function withheldOf(terms: WithholdingTerms | undefined, figures: { net: Minor; tax: Minor }) {
  if (terms === undefined) return { withheldExpected: NOTHING, withheldPct: null };
  const { amount, ratePct } = withheldFrom(withholdingBase(terms, figures), terms);
  return { withheldExpected: amount, withheldPct: ratePct };
}

const mirrored = ({ net, components, tax, gross }: TaxedAmount): TaxedAmount => ({
  net: negate(net),
  components: components.map((component) => ({ name: component.name, tax: negate(component.tax) })),
  tax: negate(tax),
  gross: negate(gross),
});
