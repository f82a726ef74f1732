import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import {
  NOTHING,
  add,
  minor,
  negate,
  proportion,
  share,
  subtract,
  sum,
} from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { TaxRow, TaxStep } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { OutputMovement } from './output-movements.ts';
import { outputRows } from './output-rows.rules.ts';

/**
 * What a document, or a share of it, is made of in the base currency: the net and each component of every category and rate, and
 * beside them `rest` and `settled`. Positive for an invoice and for a credit note.
 */
export type Amounts = ReadonlyMap<string, Minor>;

/** Rounding, and groups that fall due by invoice. */
const rest = 'rest';
/** The part of a credit note whose tax was taken back at its issue: it settles as money does. */
const settled = 'settled';

const nameOf = (key: string): string => key.split('|')[3] ?? '';
const keyOf = ({ category, rate, isDisbursement }: TaxRow, name: string) =>
  [category, rate, isDisbursement, name].join('|');

const totalOf = (amounts: Amounts): Minor => sum(amounts.values());

function combined(one: Amounts, other: Amounts, how: (a: Minor, b: Minor) => Minor): Amounts {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return new Map([...keys].map((key) => [key, how(one.get(key) ?? NOTHING, other.get(key) ?? NOTHING)]));
}
const less = (one: Amounts, other: Amounts): Amounts => combined(one, other, subtract);
const negated = (amounts: Amounts): Amounts =>
  new Map([...amounts].map(([key, amount]) => [key, negate(amount)]));

/** The tax in some amounts by component. */
export function taxIn(amounts: Amounts): Map<string, Minor> {
  const taxes = new Map<string, Minor>();
  for (const [key, amount] of amounts)
    if (nameOf(key) !== '') taxes.set(nameOf(key), add(taxes.get(nameOf(key)) ?? NOTHING, amount));
  return taxes;
}

/** Supplies whose tax the buyer owes fall due by invoice, whatever the billing entity's setting. */
const alwaysByInvoice: ReadonlySet<string> = new Set(['AE', 'K']);

/** The part of an amount that falls due by payment, by weights in the document's currency. */
const partOf = (amount: Minor, weight: Minor, whole: Minor): Minor =>
  weight === whole || whole === 0 ? amount : (share(amount, [weight, subtract(whole, weight)])[0] ?? NOTHING);

/** The rows of a movement that fall due with it, and those that fall due as it is paid. */
export function outputParts(
  movement: OutputMovement,
  regime: Regime,
): { byInvoice: TaxRow[]; byPayment: TaxRow[] } {
  const rows = outputRows(movement, regime);
  const parts = rows.map((row) => {
    const isSame = ({ category, rate }: OutputMovement['groups'][number]) =>
      category === row.category && canonicalDecimal(rate) === row.rate;
    const part = movement.groupsByPayment.find(isSame);
    const whole = movement.groups.find(isSame);
    if (!part || !whole || row.reverseCharge || alwaysByInvoice.has(row.category)) return { row, paid: null };
    const components = row.components.map(({ name, tax }) => {
      const of = (group: typeof part) => minor(group.components.find((one) => one.name === name)?.tax ?? 0);
      return { name, tax: partOf(tax, of(part), of(whole)) };
    });
    const tax = sum(components.map((one) => one.tax));
    return {
      row,
      paid: { ...row, net: partOf(row.net, minor(part.net), minor(whole.net)), tax, components },
    };
  });
  return {
    byInvoice: parts.flatMap(({ row, paid }) => (paid ? remainder(row, paid) : [row])),
    byPayment: parts.flatMap(({ paid }) => paid ?? []),
  };
}

function remainder(row: TaxRow, paid: TaxRow): TaxRow[] {
  const components = row.components.map(({ name, tax }, at) => ({
    name,
    tax: subtract(tax, paid.components[at]?.tax ?? NOTHING),
  }));
  const net = subtract(row.net, paid.net);
  if (net === 0 && components.every(({ tax }) => tax === 0)) return [];
  return [{ ...row, net, tax: subtract(row.tax, paid.tax), components }];
}

/** A document whose tax falls due as it is paid. */
export interface PaidDocument {
  /** Its first row, from which the rows of its shares are made. */
  row: TaxRow;
  sign: 1 | -1;
  amounts: Amounts;
  /** What it adds to or takes from the tax accounts at its issue beside `amounts`, by component. */
  byInvoice: TaxRow[];
  /** In its own currency. */
  total: Minor;
}

export function paidDocument(movement: OutputMovement, regime: Regime): PaidDocument | null {
  const { byInvoice, byPayment } = outputParts(movement, regime);
  const row = byPayment[0] ?? byInvoice[0];
  if (!row) return null;
  const amounts = new Map<string, Minor>();
  const signed = (amount: Minor) => (movement.sign === 1 ? amount : negate(amount));
  const put = (key: string, amount: Minor) => amounts.set(key, add(amounts.get(key) ?? NOTHING, amount));
  for (const one of byPayment) {
    put(keyOf(one, ''), signed(one.net));
    for (const { name, tax } of one.components) put(keyOf(one, name), signed(tax));
  }
  const base = minor(movement.base?.total ?? movement.total);
  const total = minor(movement.total);
  const before = minor(movement.creditedByInvoice);
  put(settled, total === 0 ? NOTHING : proportion(base, before, total));
  put(rest, subtract(base, sum(amounts.values())));
  return { row, sign: movement.sign, amounts, byInvoice, total };
}

/** A settlement of a document, a use of a credit note, or the undoing of either; in the order in which they were posted. */
export interface Use {
  id: string;
  kind: 'money' | 'credit' | 'refund' | 'write_off';
  isUndone: boolean;
  /** In the document's currency, and at its rate in the base currency. */
  amount: Minor;
  base: Minor;
  day: string;
  postedAt: string;
  /** The day of it in the zone of the billing entity. */
  postedOn: string;
}

/** What a use took of the tax that was still open; negative for the undoing. */
export interface Taken extends Use {
  /** Its share, which falls due or, for a write-off, is given up. */
  share: Amounts;
  /** What a credit note took back itself. */
  given: Amounts;
}

const nothing: Amounts = new Map();

/** Shares an amount over what is open, by largest remainder. */
function shareOf(open: Amounts, amount: Minor): Amounts {
  if (amount === 0 || totalOf(open) <= 0) return nothing;
  const shares = share(amount, [...open.values()]);
  return new Map([...open.keys()].map((key, at) => [key, shares[at] ?? NOTHING]));
}

/** What a credit note hands over to an invoice takes `base` of it, whatever the difference of rates. */
function givenTo(handed: Amounts, base: Minor): Amounts {
  const own = new Map([...handed].filter(([key]) => key !== settled && key !== rest));
  return new Map([...own, [rest, subtract(subtract(base, handed.get(settled) ?? NOTHING), totalOf(own))]]);
}

/**
 * Goes through what settled a document, in the order in which it was posted, so that a share never changes afterwards. Each settlement
 * takes its share of what is open at that moment and the last one takes all that is left; a credit note takes what it credits,
 * and makes nothing due (docs/rules.md#tax-due-by-payment). `handed` has the share of each application of a credit note.
 */
export function shareOut(
  { amounts, total }: Pick<PaidDocument, 'amounts' | 'total'>,
  uses: readonly Use[],
  handed: ReadonlyMap<string, Amounts> = new Map(),
): { taken: Taken[]; open: Amounts; unpaid: Minor } {
  let open = amounts;
  let unpaid = total;
  const taken = new Map<string, Taken>();
  const all: Taken[] = [];
  for (const use of uses) {
    const before = taken.get(use.id);
    if (use.isUndone && before) {
      const back = { ...use, share: negated(before.share), given: negated(before.given) };
      open = less(less(open, back.share), back.given);
      unpaid = add(unpaid, use.amount);
      all.push(back);
      continue;
    }
    const credit = handed.get(use.id);
    const given = credit ? givenTo(credit, use.base) : nothing;
    open = less(open, given);
    unpaid = subtract(unpaid, use.amount);
    const asked = credit ? (credit.get(settled) ?? NOTHING) : use.base;
    const one = { ...use, given, share: unpaid === 0 ? open : shareOf(open, asked) };
    open = less(open, one.share);
    taken.set(use.id, one);
    all.push(one);
  }
  return { taken: all, open, unpaid };
}

/** The rows of a share that falls due: one for each category and rate. */
export function rowsOfShare(
  { row, sign }: PaidDocument,
  { id, isUndone, day, postedAt, postedOn }: Use,
  due: Amounts,
  step: TaxStep,
): TaxRow[] {
  const signed = (amount: Minor) => (sign === 1 ? amount : negate(amount));
  const groups = Map.groupBy(
    [...due].filter(([key]) => key.includes('|')),
    ([key]) => key.split('|').slice(0, 3).join('|'),
  );
  return [...groups].flatMap(([group, parts], index) => {
    const [category = '', rate = '0', isDisbursement] = group.split('|');
    const components = parts
      .filter(([key]) => nameOf(key) !== '')
      .map(([key, tax]) => ({ name: nameOf(key), tax: signed(tax) }));
    const net = signed(sum(parts.filter(([key]) => nameOf(key) === '').map(([, amount]) => amount)));
    if (net === 0 && components.every(({ tax }) => tax === 0)) return [];
    return [
      {
        ...row,
        id: [id, isUndone ? 'undone' : 'made', index].join('.'),
        step: isUndone ? 'taken_back' : step,
        date: day,
        postedAt,
        postedOn,
        category: category as TaxRow['category'],
        rate,
        isDisbursement: isDisbursement === 'true',
        net,
        tax: sum(components.map(({ tax }) => tax)),
        components,
      },
    ];
  });
}
