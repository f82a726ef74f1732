// What a person would reckon with a calendar and a list of prices. It shares nothing with the code that it judges.

/** Months since the year 0, so that January of the year 2030 is 24360. */
type Month = number;

/** A version of a package. The month with which the year of the firm begins, from 0, is `yearFrom`. */
export interface SoldPackage {
  id: string;
  currency: string;
  months: 1 | 3 | 6 | 12;
  yearFrom: number;
  price: number;
  later: { from: Month; price: number }[];
}

interface Pause {
  from: string;
  to: string | null;
  billsMissed: boolean;
}

/** One stretch of a client with one package. */
export interface Stretch {
  package: SoldPackage;
  from: Month;
  /** The month after the last one. */
  to: Month | null;
  /** The first month that is billed. */
  billedFrom: Month;
  isPrepaid: boolean;
  mode: 'draft' | 'issue' | 'issue_send';
  discountPct: number;
  own: { from: Month; price: number }[];
  pauses: Pause[];
  /** Whether it was ended while it was paused: nothing goes on, unless the end moves to a later day. */
  isClosed: boolean;
  /** Whether the next stretch continues it, with another package or another version. */
  isContinued: boolean;
  /** Whoever paused or resumed it brought its bills up to this day. */
  madeTo: string;
  /** The day on which a person began it, or resumed it last, after the server had run. */
  begunOn: string;
  /** The months whose returns have become tasks, and the day up to which that is settled. */
  returns: { months: Month[]; settledTo: string };
}

/** What a client bought once. */
export interface SoldOnce {
  id: string;
  /** The day that it is for. */
  on: string;
  isPrepaid: boolean;
  currency: string;
  amount: number;
  begunOn: string;
}

export const monthOf = (day: string): Month => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
export const firstDay = (month: Month): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
const lastDay = (month: Month): string =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10);

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

interface Periods {
  months: number;
  yearFrom: number;
}

const intoPeriod = (month: Month, { months, yearFrom }: Periods): number => (month + 12 - yearFrom) % months;
/** The first month of a period of this length that begins on the day or later. */
export const nextStart = (day: string, periods: Periods): Month => {
  const month = monthOf(day);
  const from = month - intoPeriod(month, periods);
  return firstDay(from) === day ? from : from + periods.months;
};

/** The first month from the day on in which periods of both begin; null if they never begin together. */
export const commonStart = (day: string, one: Periods, other: Periods): Month | null => {
  const first = nextStart(day, one);
  const months = Array.from({ length: 24 }, (_none, index) => first + index);
  return months.find((month) => intoPeriod(month, one) === 0 && intoPeriod(month, other) === 0) ?? null;
};

export const priceIn = ({ package: sold, from, own }: Stretch, month: Month): number => {
  const agreed = own.findLast((one) => one.from <= month);
  if (agreed) return agreed.price;
  const known = sold.later.findLast((one) => one.from <= Math.max(month, from));
  return known?.price ?? sold.price;
};

/** Rounded half up to the cent. */
export const percent = (amount: number, pct: number): number => Math.floor((amount * pct) / 100 + 0.5);

interface Bill {
  /** The first month of the period. */
  from: Month;
  to: Month;
  on: string;
  amount: number;
}

export const isPaused = ({ pauses }: Stretch): boolean => pauses.at(-1)?.to === null;

/** Whether what would be billed on the day is left out. What is due on the first day of a pause is billed, whoever comes back. */
const rests = ({ pauses }: Stretch, day: string): boolean =>
  pauses.some(({ from, to, billsMissed }) => from < day && (to === null || (!billsMissed && day < to)));

/** What a client is billed for one stretch until a day, that day included. */
export function billsOf(stretch: Stretch, until: string): Bill[] {
  const { package: sold, to, billedFrom, isPrepaid, discountPct } = stretch;
  const bills: Bill[] = [];
  const end = to ?? Infinity;
  for (let month = billedFrom; month < end; month += sold.months) {
    const on = firstDay(isPrepaid ? month : month + sold.months);
    if (on > until) break;
    if (rests(stretch, on)) continue;
    const price = priceIn(stretch, month);
    bills.push({ from: month, to: month + sold.months, on, amount: price - percent(price, discountPct) });
  }
  return bills;
}

/** The last day whose bills have come, if the server ran last on `ran`; its run of the day on which the stretch began was over by then. */
const billedBy = ({ madeTo, begunOn }: Stretch, ran: string): string => {
  const byRun = ran > begunOn ? ran : '';
  return madeTo > byRun ? madeTo : byRun;
};

/** Whether a bill of a stretch whose end is known is still to come. */
export const billsLater = (stretch: Stretch, ran: string): boolean => {
  const { package: sold, to, billedFrom, isPrepaid } = stretch;
  return (
    to !== null && billedFrom < to && firstDay(isPrepaid ? to - sold.months : to) > billedBy(stretch, ran)
  );
};

/** The first month that has not been billed. */
export const openFrom = (stretch: Stretch, ran: string): Month =>
  billsOf(stretch, billedBy(stretch, ran)).reduce((open, { to }) => Math.max(open, to), stretch.from);

/** The day on which a sale is billed. */
export const billDayOf = ({ on, isPrepaid }: SoldOnce): string => (isPrepaid ? on : dayAfter(on, 1));

export const asInvoices = (
  { stretches, once }: { stretches: readonly Stretch[]; once: readonly SoldOnce[] },
  until: string,
): string[] =>
  [
    ...stretches.flatMap((stretch) =>
      billsOf(stretch, until).map(({ from, to, amount }) => {
        const { package: sold, mode } = stretch;
        return `${firstDay(from)} ${lastDay(to - 1)} ${amount} ${sold.currency} ${mode}`;
      }),
    ),
    ...once
      .filter((sale) => billDayOf(sale) <= until)
      .map(({ on, amount, currency }) => `${on} ${on} ${amount} ${currency} draft`),
  ].toSorted();

/** The return of a month is due on the 20th of the next one. */
const returnDay = (month: Month): string => `${firstDay(month + 1).slice(0, 8)}20`;

/** What a server does by a day: the return of each month on whose last day the client had the package, unless it rests by then. */
export function makeReturns({ from, to, pauses, isClosed, returns }: Stretch, day: string): void {
  if (isClosed || pauses.at(-1)?.to === null) return;
  for (let month = from; month < (to ?? Infinity) && returnDay(month) <= day; month += 1)
    if (returnDay(month) > returns.settledTo) returns.months.push(month);
  if (day > returns.settledTo) returns.settledTo = day;
}

/** Whether a return of a stretch whose end is known is still to come. */
export const returnsLater = ({ from, to, returns }: Stretch): boolean =>
  to !== null && to > from && returnDay(to - 1) > returns.settledTo;

/** The days of the tasks of the returns that were made: one for each month, though a change may reach back to a month that is done. */
export const asReturns = (stretches: readonly Stretch[]): string[] =>
  [...new Set(stretches.flatMap(({ returns }) => returns.months))].map(returnDay).toSorted();
