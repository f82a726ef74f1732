import { lowering, movements } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import type {
  Movement,
  RevenueFigures,
  RevenueGrouping,
} from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import {
  ZERO,
  largestRemainder,
  minus,
  over,
  plus,
  ratioOf,
  round,
  times,
} from '@daybook/contracts/money/exact';
import type { Ratio } from '@daybook/contracts/money/exact';
import { minor, negate, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { lastOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { hadPrice, isResting, isRunning, monthlyOn } from './monthly-revenue.rules.ts';
import type { Revenue } from './monthly-revenue.rules.ts';

/** One part of what a client pays: all of it, or what belongs to a package or a department, in one currency. */
interface Unit {
  key: string;
  label: string;
  currency: string;
  clientId: string;
  parts: { of: Revenue; weight: Ratio }[];
}

/** The first subscription of those that continue one another. */
function rootsOf(all: readonly Revenue[]): (one: Revenue) => string {
  const byId = new Map(all.map((one) => [one.id, one]));
  return (one) => {
    let root = one;
    for (let before = root; before.predecessorId !== null; root = before) {
      const known = byId.get(before.predecessorId);
      if (!known) return before.predecessorId;
      before = known;
    }
    return root.id;
  };
}

const whole = { num: 1n, den: 1n };

/** The share of each department in the price; of a package that was free, each service counts the same. */
function departmentsOf({ shares }: Revenue): { key: string; label: string; weight: Ratio }[] {
  const all = sum(shares.map(({ share }) => share));
  return shares.map(({ department, share }) => ({
    key: department?.id ?? 'none',
    label: department?.label ?? '',
    weight: all === 0 ? over(whole, ratioOf(shares.length)) : over(ratioOf(share), ratioOf(all)),
  }));
}

function placesOf(one: Revenue, by: RevenueGrouping): { key: string; label: string; weight: Ratio }[] {
  if (by === 'department') return departmentsOf(one);
  if (by === 'package') return [{ key: one.package.id, label: one.package.label, weight: whole }];
  return [{ key: '', label: '', weight: whole }];
}

function unitsOf(all: readonly Revenue[], by: RevenueGrouping): Unit[] {
  const rootOf = rootsOf(all);
  const units = new Map<string, Unit>();
  for (const one of all)
    for (const { key, label, weight } of placesOf(one, by)) {
      const id = `${rootOf(one)} ${one.currency} ${key}`;
      const unit = units.get(id) ?? { key, label, currency: one.currency, clientId: one.clientId, parts: [] };
      unit.parts.push({ of: one, weight });
      units.set(id, unit);
    }
  return [...units.values()];
}

const equal = (a: Ratio, b: Ratio): boolean => a.num * b.den === b.num * a.den;

const valueOf = ({ parts }: Unit, day: string): Ratio =>
  parts.map(({ of, weight }) => times(monthlyOn(of, day), weight)).reduce(plus, ZERO);

/** How a unit moved from one last day of a month to the next; null if it stayed. */
function movementOf(
  unit: Unit,
  [before, after]: readonly [Ratio, Ratio],
  [first, last]: readonly [string, string],
): { name: Movement; amount: Ratio } | null {
  if (equal(before, after)) return null;
  const change = minus(after, before);
  if (before.num === 0n)
    return {
      name: unit.parts.some(({ of }) => hadPrice(of, first)) ? 'reactivated' : 'new',
      amount: change,
    };
  if (after.num === 0n) {
    const rests = unit.parts.some(({ of }) => isRunning(of, last) && isResting(of, last));
    return { name: rests ? 'paused' : 'lost', amount: change };
  }
  return { name: change.num > 0n ? 'expansion' : 'contraction', amount: change };
}

interface Gathered {
  key: string;
  label: string;
  currency: string;
  opening: Ratio[];
  closing: Ratio[];
  moved: Record<Movement, Ratio[]>;
  clients: Set<string>;
  joined: Set<string>;
  left: Set<string>;
}

/** Adds fractions with few different denominators without letting these grow with each one. */
function total(ratios: readonly Ratio[]): Ratio {
  const byDen = new Map<bigint, bigint>();
  for (const { num, den } of ratios) byDen.set(den, (byDen.get(den) ?? 0n) + num);
  return [...byDen].map(([den, num]) => ({ num, den })).reduce(plus, ZERO);
}

/** Each figure is rounded once; the movements by largest remainder, so that they lead from the opening to the closing figure. */
function rounded(gathered: Gathered): RevenueFigures {
  const { currency, clients, joined, left } = gathered;
  const opening = minor(round(total(gathered.opening)));
  const closing = minor(round(total(gathered.closing)));
  const quotas = movements.map((name) => total(gathered.moved[name]));
  const parts = largestRemainder(quotas, BigInt(subtract(closing, opening))).map((part) => minor(part));
  const figure = (name: Movement): Minor => {
    const part = parts[movements.indexOf(name)] ?? minor(0);
    return lowering.includes(name) ? negate(part) : part;
  };
  return {
    currency,
    opening,
    new: figure('new'),
    reactivated: figure('reactivated'),
    expansion: figure('expansion'),
    contraction: figure('contraction'),
    paused: figure('paused'),
    lost: figure('lost'),
    closing,
    clients: clients.size,
    joined: joined.size,
    left: left.size,
  };
}

const emptyOf = (key: string, { label, currency }: Pick<Unit, 'label' | 'currency'>): Gathered => ({
  key,
  label,
  currency,
  opening: [],
  closing: [],
  moved: { new: [], reactivated: [], expansion: [], contraction: [], paused: [], lost: [] },
  clients: new Set(),
  joined: new Set(),
  left: new Set(),
});

function addMonth(
  row: Gathered,
  unit: Unit,
  values: readonly [Ratio, Ratio],
  days: readonly [string, string],
  { isFirst, isLast, paid, pays }: { isFirst: boolean; isLast: boolean; paid: boolean; pays: boolean },
): void {
  const [before, after] = values;
  if (isFirst) row.opening.push(before);
  if (isLast) {
    row.closing.push(after);
    if (after.num > 0n) row.clients.add(unit.clientId);
  }
  const moved = movementOf(unit, values, days);
  if (!moved) return;
  row.moved[moved.name].push(moved.amount);
  // A client who takes or leaves one of several packages neither comes nor goes.
  if (moved.name === 'new' && !paid) row.joined.add(unit.clientId);
  if (moved.name === 'lost' && !pays) row.left.add(unit.clientId);
}

/** A client who pays anything of a row on one of its days. */
const payerOn = ({ key, currency, clientId }: Unit, day: number): string =>
  `${key} ${currency} ${clientId} ${day}`;

/** The rows of the report for the months `from` to `to`, given by any of their days. */
export function revenueRows(
  all: readonly Revenue[],
  { from, to, by }: { from: string; to: string; by: RevenueGrouping },
): (RevenueFigures & { key: string; label: string })[] {
  const [first, last] = [monthNumber(from), monthNumber(to)];
  const days = Array.from({ length: last - first + 2 }, (_, index) => lastOfMonth(first - 1 + index));
  const rows = new Map<string, Gathered>();
  const valued = unitsOf(all, by)
    .map((unit) => ({ unit, values: days.map((day) => valueOf(unit, day)) }))
    .filter(({ values }) => values.some(({ num }) => num !== 0n));
  const paying = new Set(
    valued.flatMap(({ unit, values }) =>
      values.flatMap(({ num }, at) => (num > 0n ? [payerOn(unit, at)] : [])),
    ),
  );
  for (const { unit, values } of valued) {
    for (let month = 1; month < days.length; month += 1) {
      const span = [days[month - 1] ?? '', days[month] ?? ''] as const;
      const pair = [values[month - 1] ?? ZERO, values[month] ?? ZERO] as const;
      const key = by === 'month' ? `${span[1].slice(0, 7)}-01` : unit.key;
      const id = `${key} ${unit.currency}`;
      const row = rows.get(id) ?? emptyOf(key, unit);
      rows.set(id, row);
      const isWhole = by === 'month';
      addMonth(row, unit, pair, span, {
        isFirst: isWhole || month === 1,
        isLast: isWhole || month === days.length - 1,
        paid: paying.has(payerOn(unit, month - 1)),
        pays: paying.has(payerOn(unit, month)),
      });
    }
  }
  const order = (a: Gathered, b: Gathered) =>
    a.currency.localeCompare(b.currency) ||
    (by === 'month'
      ? a.key.localeCompare(b.key)
      : a.label.localeCompare(b.label) || a.key.localeCompare(b.key));
  return [...rows.values()]
    .toSorted(order)
    .map((row) => ({ ...rounded(row), key: row.key, label: by === 'month' ? '' : row.label }));
}

/** The sums of the rows for each currency; months follow one another, so their first opening and last closing figure count. */
export function revenueTotals(rows: readonly RevenueFigures[], by: RevenueGrouping): RevenueFigures[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
    const add = (name: Movement) => sum(own.map((row) => row[name]));
    const [first, last] = [own[0], own.at(-1)];
    const isMonths = by === 'month';
    const count = (name: 'joined' | 'left' | 'clients') => own.reduce((all, row) => all + row[name], 0);
    return {
      currency,
      opening: isMonths ? (first?.opening ?? minor(0)) : sum(own.map(({ opening }) => opening)),
      new: add('new'),
      reactivated: add('reactivated'),
      expansion: add('expansion'),
      contraction: add('contraction'),
      paused: add('paused'),
      lost: add('lost'),
      closing: isMonths ? (last?.closing ?? minor(0)) : sum(own.map(({ closing }) => closing)),
      clients: isMonths ? (last?.clients ?? 0) : count('clients'),
      joined: count('joined'),
      left: count('left'),
    };
  });
}
