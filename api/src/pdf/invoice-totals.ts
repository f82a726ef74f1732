import type { Minor } from '@daybook/contracts/money/money';
import { add, negate, subtract, sum } from '@daybook/contracts/money/money';
import type { TaxCategory } from '@daybook/contracts/money/tax-split';
import type { PrintedInvoice } from './printed-invoice.ts';
import type { PrintedWord, Say } from './printed-words.ts';
import type { SheetContext, Table, Total } from './sheet.ts';

type TaxGroup = PrintedInvoice['taxGroups'][number];

export const untaxedWords: Record<Exclude<TaxCategory, 'S'>, PrintedWord> = {
  Z: 'zeroRated',
  E: 'exempt',
  AE: 'reverseChargeShort',
  K: 'intraCommunity',
  G: 'export',
  O: 'outsideScope',
};

/** From the sum of the lines to the amount due, with every step, so that a reader can add it up. */
export function invoiceTotals(invoice: PrintedInvoice, context: SheetContext, payableLabel: string): Total[] {
  const { say, formats } = context;
  const { net, rounding, total, prepaid, payable } = invoice;
  const plain = (label: string, amount: Minor): Total => ({
    label,
    value: formats.money(amount),
    weight: 'plain',
  });
  return [
    ...reductions(invoice, context).map(([label, amount]) => plain(label, amount)),
    ...(isTaxed(invoice)
      ? [plain(say('net'), net), ...taxes(invoice, context).map(([label, amount]) => plain(label, amount))]
      : []),
    ...(rounding === 0 ? [] : [plain(say('rounding'), rounding)]),
    { ...plain(say(invoice.tax === 0 ? 'total' : 'totalWithTax'), total), weight: 'strong' },
    ...(prepaid === 0 ? [] : [plain(say('prepaid'), negate(prepaid))]),
    { ...plain(payableLabel, payable), weight: 'due' },
  ];
}

const isTaxed = ({ docKind, taxGroups }: PrintedInvoice): boolean =>
  docKind !== 'bill_of_supply' && taxGroups.length > 0;

type Step = readonly [label: string, amount: Minor];

function reductions(invoice: PrintedInvoice, { say, formats }: SheetContext): Step[] {
  const { lines, adjustments, discountPct, net, tax, pricesIncludeTax } = invoice;
  const subtotal = sum(lines.map(({ amount }) => amount));
  const adjusted = adjustments.map(({ kind, reason, amount }): Step => {
    const label = say(kind === 'charge' ? 'charge' : 'discount');
    return [reason ? `${label} – ${reason}` : label, kind === 'charge' ? amount : negate(amount)];
  });
  // What lines and adjustments do not explain is the document’s own discount, entered as a rate or as an amount.
  const explained = sum([subtotal, ...adjusted.map(([, step]) => step)]);
  const discount = subtract(pricesIncludeTax ? add(net, tax) : net, explained);
  if (discount === 0 && adjusted.length === 0) return [];
  const discountLabel = discountPct ? `${say('discount')} ${formats.percent(discountPct)}` : say('discount');
  return [
    [say('subtotal'), subtotal],
    ...(discount === 0 ? [] : [[discountLabel, discount] as const]),
    ...adjusted,
  ];
}

const hasTaxTable = (invoice: PrintedInvoice): boolean => isTaxed(invoice) && invoice.taxGroups.length > 1;

function taxes(invoice: PrintedInvoice, context: SheetContext): Step[] {
  // The tax by rate is in the table beside the totals.
  if (hasTaxTable(invoice)) return [[taxWord(invoice, context.say), invoice.tax]];
  return invoice.taxGroups.flatMap((group) =>
    group.category === 'S'
      ? group.components.map(({ name, tax }): Step => [componentLabel(group, name, context), tax])
      : [[context.say(untaxedWords[group.category]), group.tax] as const],
  );
}

/** "CGST 9%": components of equal size show their rate; others only their name. */
function componentLabel(
  { rate, components }: TaxGroup,
  name: string,
  { say, formats }: SheetContext,
): string {
  const areEqual = components.every(({ tax }) => tax === components[0]?.tax);
  const label = taxName(name, say);
  return areEqual ? `${label} ${formats.percent(Number(rate) / components.length)}` : label;
}

export function taxName(name: string, say: Say): string {
  if (name === 'VAT') return say('vat');
  return name === 'JCT' ? say('consumptionTax') : name;
}

/** The tax’s own name if the document has only one. */
export function taxWord({ taxGroups }: PrintedInvoice, say: Say): string {
  const names = new Set(taxGroups.flatMap(({ components }) => components.map(({ name }) => name)));
  const [name, ...others] = names;
  return name !== undefined && others.length === 0 ? taxName(name, say) : say('tax');
}

/** Net and tax by rate, if there is more than one. */
export function taxTable(invoice: PrintedInvoice, { say, formats }: SheetContext): Table | null {
  if (!hasTaxTable(invoice)) return null;
  const names = [
    ...new Set(
      invoice.taxGroups.flatMap(({ category, components }) =>
        category === 'S' ? components.map(({ name }) => name) : [],
      ),
    ),
  ];
  const amountOf = ({ components }: TaxGroup, name: string): string => {
    const component = components.find((one) => one.name === name);
    return component ? formats.amount(component.tax) : '';
  };
  return {
    columns: [
      { label: say('rate'), align: 'start', width: 'rest' },
      { label: say('taxable'), align: 'end', width: 'content' },
      ...names.map((name) => ({ label: taxName(name, say), align: 'end', width: 'content' }) as const),
    ],
    rows: invoice.taxGroups.map((group) => [
      group.category === 'S' ? formats.percent(group.rate) : say(untaxedWords[group.category]),
      formats.amount(group.net),
      ...names.map((name) => amountOf(group, name)),
    ]),
  };
}
