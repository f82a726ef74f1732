import { compoundInterest, simpleInterest } from '@daybook/contracts/money/interest';
import type { InterestSpan } from '@daybook/contracts/money/interest';
import { minor } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { addDays, daysBetween, firstOfMonth, lastOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import type { InterestLaw } from '@daybook/contracts/receivables/statutory-interest/statutory-interest';
import { EU_COUNTRIES } from '@daybook/contracts/settings/billing-entities/regimes';
import {
  bankOfEnglandRate,
  ecbRate,
  japaneseStatutoryRate,
  rateOn,
  reserveBankOfIndiaRate,
} from './reference-rates.ts';
import type { ReferenceRate } from './reference-rates.ts';

// docs/rules.md#statutory-interest. All of it is proposed and warned of; nothing is refused or posted by it. [K]

/** A late debt: what is open of it, and the last day on which it was not late. */
interface LateDebt {
  amount: Minor;
  dueOn: string;
}

interface Rated {
  span: InterestSpan;
  /** The day whose reference rate applies. */
  by: string;
}

interface Law {
  /** Debts that fell due before this day are left out: another law applied, or no rate is listed. */
  since: string;
  reference: ReferenceRate;
  /** The yearly rate by the reference rate, both in basis points. */
  rateOf: (reference: number) => number;
  /** The time from the day after `dueOn` to `today`, each part with the day of its reference rate. */
  spansOf: (dueOn: string, today: string) => { span: { days: number } | { months: number }; by: string }[];
  isCompound?: true;
  /** For the cost of recovery, by the amount of the debt, in minor units of `currency`; the highest step reached counts. */
  flatSums?: { currency: string; steps: readonly (readonly [from: number, sum: number])[] };
}

/** The half-years of the calendar, each by the rate of its first day. */
function byHalfYear(dueOn: string, today: string) {
  const spans: { span: { days: number }; by: string }[] = [];
  for (let from = addDays(dueOn, 1); from <= today;) {
    const month = monthNumber(from);
    const first = month - (month % 6);
    const end = lastOfMonth(first + 5);
    const until = end < today ? end : today;
    spans.push({ span: { days: daysBetween(from, until) + 1 }, by: firstOfMonth(first) });
    from = addDays(until, 1);
  }
  return spans;
}

/** One rate for the whole time: that of the last 30 June or 31 December before the first day. */
function byHalfYearBefore(dueOn: string, today: string) {
  const month = monthNumber(addDays(dueOn, 1));
  const by = addDays(firstOfMonth(month - (month % 6)), -1);
  return [{ span: { days: daysBetween(dueOn, today) }, by }];
}

/** One rate for the whole time: that of the first day. */
const byFirstDay = (dueOn: string, today: string) => [
  { span: { days: daysBetween(dueOn, today) }, by: addDays(dueOn, 1) },
];

/** The same day of a later month, or the last day of that month if it has none. */
function monthsLater(day: string, months: number): string {
  const month = monthNumber(day) + months;
  const wanted = `${firstOfMonth(month).slice(0, 8)}${day.slice(8)}`;
  const last = lastOfMonth(month);
  return wanted < last ? wanted : last;
}

/** Whole months from the due date on, each by the rate of its first day, and the days that are left. */
function byMonth(dueOn: string, today: string) {
  const spans: { span: { days: number } | { months: number }; by: string }[] = [];
  let from = dueOn;
  for (let months = 1; monthsLater(dueOn, months) <= today; months += 1) {
    spans.push({ span: { months: 1 }, by: addDays(from, 1) });
    from = monthsLater(dueOn, months);
  }
  if (from < today) spans.push({ span: { days: daysBetween(from, today) }, by: addDays(from, 1) });
  return spans;
}

const laws: Readonly<Record<InterestLaw, Law>> = {
  // Directive 2011/7/EU art. 2 (6), 3 (3) and 6 (1): the least that each member state gives; many give more.
  EU: {
    since: '2013-03-16',
    reference: ecbRate,
    rateOf: (reference) => reference + 800,
    spansOf: byHalfYear,
    flatSums: { currency: 'EUR', steps: [[0, 40_00]] },
  },
  // Late Payment of Commercial Debts (Interest) Act 1998 s. 5A, and the rate of interest (No. 3) order of 2002.
  GB: {
    since: '2009-07-01',
    reference: bankOfEnglandRate,
    rateOf: (reference) => reference + 800,
    spansOf: byHalfYearBefore,
    flatSums: {
      currency: 'GBP',
      steps: [
        [0, 40_00],
        [1_000_00, 70_00],
        [10_000_00, 100_00],
      ],
    },
  },
  // MSMED Act 2006 s. 16: only suppliers that are micro or small enterprises.
  IN: {
    since: '2016-04-05',
    reference: reserveBankOfIndiaRate,
    rateOf: (reference) => reference * 3,
    spansOf: byMonth,
    isCompound: true,
  },
  // 民法第404条, 第419条: the rate of the day on which the debtor was first late.
  JP: {
    since: '2020-04-01',
    reference: japaneseStatutoryRate,
    rateOf: (reference) => reference,
    spansOf: byFirstDay,
  },
};

/** The law of a billing entity; null where none is known. In the EU, the ECB’s rate is that of the member states with the euro. */
export function lawOf(country: string, baseCurrency: string): InterestLaw | null {
  if (EU_COUNTRIES.has(country)) return baseCurrency === 'EUR' ? 'EU' : null;
  return country === 'GB' || country === 'IN' || country === 'JP' ? country : null;
}

interface Interest {
  interest: Minor;
  /** The yearly rates that applied one after the other, in basis points. */
  rates: number[];
  /** Null if every reference rate is known; otherwise the last day for which one is. */
  knownUntil: string | null;
}

/** The interest on a debt by the end of `today`; null if it is not late, or fell due before the law. */
export function interestOn(name: InterestLaw, { amount, dueOn }: LateDebt, today: string): Interest | null {
  const { since, reference, rateOf, spansOf, isCompound } = laws[name];
  if (dueOn >= today || dueOn < since) return null;
  const rated: Rated[] = [];
  for (const { span, by } of spansOf(dueOn, today)) {
    const rate = rateOn(reference, by);
    if (rate === null) return null;
    rated.push({ span: { ...span, basisPoints: rateOf(rate) }, by });
  }
  const spans = rated.map(({ span }) => span);
  const rates = spans.map(({ basisPoints }) => basisPoints);
  return {
    interest: isCompound ? compoundInterest(amount, spans) : simpleInterest(amount, spans),
    rates: rates.filter((rate, index) => rate !== rates[index - 1]),
    knownUntil: rated.some(({ by }) => by > reference.completeUntil) ? reference.completeUntil : null,
  };
}

/** The flat sum for the cost of recovering a debt; null if the law has none in this currency. */
export function flatSumOn(name: InterestLaw, amount: Minor, currency: string): Minor | null {
  const { flatSums } = laws[name];
  if (flatSums?.currency !== currency) return null;
  return minor(flatSums.steps.findLast(([from]) => from <= amount)?.[1] ?? 0);
}
