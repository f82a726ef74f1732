import { hoursQuantity } from '@daybook/contracts/money/decimal';
import { NOTHING, largest, least, ofMinutes, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import { rateOf } from '../../settings/hourly-rates/charge-rates.rules.ts';
import type { RateOfHours, WorkedHour } from '../../settings/hourly-rates/charge-rates.rules.ts';

export interface Entry extends WorkedHour {
  id: string;
  minutes: number;
}

export type Valued<E extends Entry> = E & { rate: Minor | null; amount: Minor | null };
export type Rated<E extends Entry> = E & { rate: Minor; amount: Minor };

/** Each entry at its rate. Its amount is rounded by itself, so that the amounts of any bill add up. */
export const valued = <E extends Entry>(entry: E, rates: readonly RateOfHours[]): Valued<E> => {
  const rate = rateOf(rates, entry);
  return { ...entry, rate, amount: rate === null ? null : ofMinutes(rate, entry.minutes) };
};

export const isRated = <E extends Entry>(entry: Valued<E>): entry is Rated<E> => entry.rate !== null;

export interface Hours {
  minutes: number;
  unratedMinutes: number;
  value: Minor;
  limitLeft: Minor | null;
  proposed: Minor;
}

const minutesOf = (entries: readonly Entry[]): number =>
  entries.reduce((minutes, entry) => minutes + entry.minutes, 0);

/** What entries come to. With a limit, hours are billed until the limit is reached, and the rest is written down. */
export function hoursOf<E extends Entry>(
  entries: readonly Valued<E>[],
  { limit, billed }: { limit: Minor | null; billed: Minor },
): Hours {
  const rated = entries.filter(isRated);
  const value = sum(rated.map(({ amount }) => amount));
  const limitLeft = limit === null ? null : largest(NOTHING, subtract(limit, billed));
  return {
    minutes: minutesOf(entries),
    unratedMinutes: minutesOf(entries.filter((entry) => !isRated(entry))),
    value,
    limitLeft,
    proposed: limitLeft === null ? value : least(value, limitLeft),
  };
}

/** The quantity of a pending item. */
export const quantityOf = (entries: readonly Entry[]): string => hoursQuantity(minutesOf(entries));

/** The amount to bill. Refuses TOO_BIG above the limit, and REQUIRED on `reason` for an amount other than the value. */
export function billedAmount(
  { value, limitLeft, proposed }: Hours,
  { amount, reason }: { amount: Minor | null; reason: string | null },
): Minor {
  const wanted = amount ?? proposed;
  if (limitLeft !== null && wanted > limitLeft)
    throw refuseField('INPUT_INVALID', 'amount', { maximum: limitLeft }, 'ABOVE_LIMIT');
  if (wanted !== value && reason === null) throw refuseField('INPUT_INVALID', 'reason', {}, 'REQUIRED');
  return wanted;
}
