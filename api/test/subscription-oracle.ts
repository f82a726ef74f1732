// What a person would reckon with a calendar and a list of prices. It shares nothing with the code that it judges.

/** Months since the year 0, so that January of the year 2030 is 24360. */
type Month = number;

export interface SoldPackage {
  id: string;
  months: 1 | 3 | 6 | 12;
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
  isPrepaid: boolean;
  discountPct: number;
  own: { from: Month; price: number }[];
  pauses: Pause[];
}

export const monthOf = (day: string): Month => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
export const firstDay = (month: Month): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
const lastDay = (month: Month): string =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10);

/** The year of the firm begins in April. */
const intoPeriod = (month: Month, months: number): number => (month - 3) % months;
export const periodStart = (month: Month, months: number): Month => month - intoPeriod(month, months);
/** The first month of a period of this length that begins on the day or later. */
export const nextStart = (day: string, months: number): Month => {
  const month = monthOf(day);
  const from = periodStart(month, months);
  return firstDay(from) === day ? from : from + months;
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

/** Whether what would be billed on the day is left out. A client who never comes back from a pause is billed nothing more. */
const rests = ({ pauses }: Stretch, day: string): boolean =>
  pauses.some(({ from, to, billsMissed }) => from < day && (to === null || (!billsMissed && day < to)));

/** What a client is billed for one stretch until a day, that day included. */
export function billsOf(stretch: Stretch, until: string): Bill[] {
  const { package: sold, from, to, isPrepaid, discountPct } = stretch;
  const bills: Bill[] = [];
  const end = to ?? Infinity;
  for (let month = from; month < end; month += sold.months) {
    const on = firstDay(isPrepaid ? month : month + sold.months);
    if (on > until) break;
    if (rests(stretch, on)) continue;
    const price = priceIn(stretch, month);
    bills.push({ from: month, to: month + sold.months, on, amount: price - percent(price, discountPct) });
  }
  return bills;
}

/** Whether the day of a bill is still to come, of a stretch whose end is known. */
export const billsLater = ({ package: sold, from, to, isPrepaid }: Stretch, day: string): boolean =>
  to !== null && from < to && firstDay(isPrepaid ? to - sold.months : to) > day;

/** The first month that has not been billed by the day. */
export const openFrom = (stretch: Stretch, day: string): Month =>
  billsOf(stretch, day).reduce((open, { to }) => Math.max(open, to), stretch.from);

export const asInvoices = (stretches: readonly Stretch[], until: string): string[] =>
  stretches
    .flatMap((stretch) => billsOf(stretch, until))
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, amount }) => `${firstDay(from)} ${lastDay(to - 1)} ${amount}`);
