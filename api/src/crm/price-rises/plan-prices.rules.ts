import { priceOn } from '@daybook/contracts/billing/recurring-invoices/dated-price';
import type { DatedPrice } from '@daybook/contracts/billing/recurring-invoices/dated-price';
import type { LeftOutOfRise } from '@daybook/contracts/crm/price-rises/price-rises';
import { firstDayFrom } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import { priceOnDay } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type { PriceFrom } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import { UnitPrice } from '@daybook/contracts/money/decimal';
import {
  AmountOverflow,
  MAX_AMOUNT,
  fromDecimal,
  lineNet,
  minor,
  percentOf,
  proportion,
  subtract,
  toDecimal,
} from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { raisedPrice } from '@daybook/contracts/money/raise-price';
import type { Raise } from '@daybook/contracts/money/raise-price';
import { addDays } from '@daybook/contracts/plain-date';
import type { SeriesStatus } from '@daybook/contracts/recurrence/series-status';
import type { PackageCycle } from '@daybook/contracts/settings/packages/packages';

/** What a rise does to prices. */
export type RiseTerms = Raise & {
  /** The currency of the amount. */
  currency: string | null;
  from: string;
  /** Whether the prices of subscriptions may be raised. */
  mayRaisePackages: boolean;
};

interface PricedLine {
  id: string;
  qty: string;
  discountPct: string | null;
  upliftPct: string;
  prices: readonly DatedPrice[];
}

interface PricedSubscription {
  id: string;
  version: number;
  cycle: PackageCycle;
  fyStart: string;
  pausedOn: string | null;
  endedOn: string | null;
  billedThrough: string | null;
  prices: readonly PriceFrom[];
}

/** The first period that begins on the day or later, and how many begin within a year from its first day. */
export interface FirstYear {
  firstFrom: string;
  invoices: number;
}

/** A series of invoices with its prices; those of a subscription belong to it. */
export interface PricedSeries {
  id: string;
  version: number;
  status: SeriesStatus;
  currency: string;
  discountPct: string | null;
  /** The last period that has an invoice. */
  billed: { from: string; to: string } | null;
  lines: readonly PricedLine[];
  subscription: PricedSubscription | null;
  /** Null if no period begins on the day or later. */
  firstYear: (day: string) => FirstYear | null;
}

interface Target {
  seriesId: string;
  lineId: string | null;
  subscriptionId: string | null;
  seen: number;
  currency: string;
}

interface LeftOut {
  leftOut: LeftOutOfRise;
  leftOutOn: string | null;
}

interface Raised {
  leftOut: null;
  validFrom: string;
  firstFrom: string;
  unitBefore: string | null;
  unitAfter: string | null;
  before: Minor;
  after: Minor;
  yearBefore: Minor;
  yearAfter: Minor;
}

export type PlannedPrice = Target & (LeftOut | Raised);

const without = (leftOut: LeftOutOfRise, leftOutOn: string | null = null): LeftOut => ({
  leftOut,
  leftOutOn,
});

/** The earliest price from the day on: it was agreed later than this rise would be, and stays. */
const laterPrice = (prices: readonly { validFrom: string }[], day: string): string | undefined =>
  prices
    .map(({ validFrom }) => validFrom)
    .filter((validFrom) => validFrom >= day)
    .toSorted()[0];

const ofYear = (amount: Minor, discountPct: string | null, { invoices }: FirstYear): Minor =>
  proportion(
    discountPct === null ? amount : subtract(amount, percentOf(amount, discountPct)),
    minor(invoices),
    minor(1),
  );

/** The figures of a raise that neither rounds to the same price nor becomes too large. */
function figures(
  { currency, discountPct }: PricedSeries,
  price: string,
  raise: Raise,
  { validFrom, year, net }: { validFrom: string; year: FirstYear; net: (price: string) => Minor },
): LeftOut | (Omit<Raised, 'unitBefore' | 'unitAfter'> & { price: string }) {
  try {
    const raised = raisedPrice(price, raise, currency);
    if (raised === null) return without('UNCHANGED');
    const [before, after] = [net(price), net(raised)];
    if (after <= before) return without('UNCHANGED');
    const yearAfter = ofYear(after, discountPct, year);
    if (!UnitPrice.safeParse(raised).success || after > MAX_AMOUNT) return without('TOO_LARGE');
    const yearBefore = ofYear(before, discountPct, year);
    return {
      leftOut: null,
      validFrom,
      firstFrom: year.firstFrom,
      before,
      after,
      yearBefore,
      yearAfter,
      price: raised,
    };
  } catch (error) {
    if (error instanceof AmountOverflow) return without('TOO_LARGE');
    throw error;
  }
}

function planLine(
  series: PricedSeries,
  line: PricedLine,
  terms: RiseTerms,
  year: FirstYear,
): LeftOut | Raised {
  const { from } = terms;
  const { qty, upliftPct, prices } = line;
  if (qty.startsWith('-')) return without('DEDUCTION');
  if (/[1-9]/.test(upliftPct)) return without('RISES_YEARLY');
  const later = laterPrice(prices, from);
  if (later !== undefined) return without('LATER_PRICE', later);
  const price = priceOn(prices, '0', { date: from, onDay: from });
  if (price === null || price === '0') return without('NO_PRICE');
  const net = (unitPrice: string) =>
    lineNet(
      { qty, unitPrice, ...(line.discountPct !== null && { discountPct: line.discountPct }) },
      series.currency,
    );
  const planned = figures(series, price, terms, { validFrom: from, year, net });
  if (planned.leftOut !== null) return planned;
  const { price: unitAfter, ...raised } = planned;
  return { ...raised, unitBefore: price, unitAfter };
}

/** Why nothing of a series is raised, as far as its lines do not decide it. */
function whyNot({ status, currency, billed }: PricedSeries, terms: RiseTerms): LeftOut | null {
  if (status === 'completed' || status === 'cancelled') return without('ENDED');
  if (status === 'paused') return without('PAUSED');
  if (terms.amount !== null && terms.currency !== currency) return without('OTHER_CURRENCY');
  if (billed !== null && billed.from >= terms.from) return without('PERIOD_BILLED', addDays(billed.to, 1));
  return null;
}

function planSubscription(series: PricedSeries, own: PricedSubscription, terms: RiseTerms): LeftOut | Raised {
  const { currency } = series;
  if (!terms.mayRaisePackages) return without('NEEDS_PACKAGES');
  if (own.cycle === 'once') return without('ONCE');
  const validFrom = firstDayFrom(own, terms.from);
  if (own.endedOn !== null && own.endedOn < validFrom) return without('ENDED');
  if (own.pausedOn !== null) return without('PAUSED');
  const general = whyNot(series, { ...terms, from: validFrom });
  if (general) return general;
  if (own.billedThrough !== null && own.billedThrough >= validFrom)
    return without('PERIOD_BILLED', addDays(own.billedThrough, 1));
  const later = laterPrice(own.prices, validFrom);
  if (later !== undefined) return without('LATER_PRICE', later);
  const price = priceOnDay(own.prices, validFrom);
  const year = series.firstYear(validFrom);
  if (year === null) return without('ENDED');
  if (price === null || price === 0) return without('NO_PRICE');
  const net = (amount: string) => fromDecimal(amount, currency);
  const planned = figures(series, toDecimal(price, currency), terms, { validFrom, year, net });
  if (planned.leftOut !== null) return planned;
  const { price: _price, ...raised } = planned;
  return { ...raised, unitBefore: null, unitAfter: null };
}

/** What a rise does to each price of a series. A series of a subscription has one price: that of the subscription. */
export function planPrices(series: PricedSeries, terms: RiseTerms): PlannedPrice[] {
  const { id: seriesId, currency, subscription, lines } = series;
  const target = { seriesId, lineId: null, subscriptionId: null, seen: series.version, currency };
  if (subscription) {
    const own = { ...target, subscriptionId: subscription.id, seen: subscription.version };
    return [{ ...own, ...planSubscription(series, subscription, terms) }];
  }
  const general = whyNot(series, terms);
  if (general) return [{ ...target, ...general }];
  const year = series.firstYear(terms.from);
  if (year === null) return [{ ...target, ...without('ENDED') }];
  return lines.map((line) => ({ ...target, lineId: line.id, ...planLine(series, line, terms, year) }));
}
