import { monthsOfCycle } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import { priceOnDay, pricesOf } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type { PriceFrom } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import { HUNDRED, ZERO, minus, over, ratioOf, times } from '@daybook/contracts/money/exact';
import type { Ratio } from '@daybook/contracts/money/exact';
import { minor } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { PackageCycle } from '@daybook/contracts/settings/packages/packages';

interface Share {
  /** Null for a service without a department. */
  department: { id: string; label: string } | null;
  share: Minor;
}

/** What the report reads of a subscription. */
export interface Revenue {
  id: string;
  predecessorId: string | null;
  clientId: string;
  package: { id: string; label: string };
  currency: string;
  cycle: PackageCycle;
  price: Minor;
  laterPrices: PriceFrom[];
  own: PriceFrom[];
  discountPct: string | null;
  startsOn: string;
  endedOn: string | null;
  pauses: { pausedOn: string; resumedOn: string | null }[];
  shares: Share[];
}

/** Whether it lasts on the day, though it may rest. */
export const isRunning = ({ startsOn, endedOn }: Revenue, day: string): boolean =>
  startsOn <= day && (endedOn === null || day <= endedOn);

export const isResting = ({ pauses }: Revenue, day: string): boolean =>
  pauses.some(({ pausedOn, resumedOn }) => pausedOn <= day && (resumedOn === null || day < resumedOn));

/** What is left of a price after the discount. */
const paidPart = ({ discountPct }: Revenue): Ratio =>
  over(minus(HUNDRED, ratioOf(discountPct ?? '0')), HUNDRED);

/** Whether there was something to pay on the day or earlier, though it may have rested. */
export function hadPrice(one: Revenue, day: string): boolean {
  const last = one.endedOn !== null && one.endedOn < day ? one.endedOn : day;
  if (paidPart(one).num === 0n) return false;
  return pricesOf(one, one.startsOn, one.own).some(({ validFrom, price }) => validFrom <= last && price > 0);
}

/** What the client pays for a month on that day: the price, less the discount, by the months of the cycle. */
export function monthlyOn(one: Revenue, day: string): Ratio {
  const months = monthsOfCycle[one.cycle];
  if (months === null || !isRunning(one, day) || isResting(one, day)) return ZERO;
  const price = priceOnDay(pricesOf(one, one.startsOn, one.own), day) ?? minor(0);
  return over(times(ratioOf(price), paidPart(one)), ratioOf(months));
}
