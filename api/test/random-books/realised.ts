import type { InputOf } from '@daybook/contracts/endpoint';
import { NOTHING, minor, negate, ofMinutes, share, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { realisation } from '@daybook/contracts/receivables/realisation/realisation';
import type { RealisationGrouping } from '@daybook/contracts/receivables/realisation/realisation';
import { rateOf } from '../../src/settings/hourly-rates/charge-rates.rules.ts';
import type { Caller, TestApi } from '../test-api.ts';
import { readRealised } from './realised-rows.ts';
import type { BooksOfWork, InvoiceRow, TaskRow } from './realised-rows.ts';

const counted = ['minutes', 'unratedMinutes', 'uncostedMinutes'] as const;
const amounts = ['value', 'billed', 'writtenDown', 'collected', 'badDebt', 'cost'] as const;
type Figures = Record<(typeof counted)[number], number> & Record<(typeof amounts)[number], Minor>;

/** What the figures of a part are about. */
type About = Record<'currency' | Exclude<RealisationGrouping, 'person' | 'month'>, string>;
type Part = About & Figures & { person: string; day: string };

/** The task that an item bills, and the bill of hours; as it was seen when the item was made, because items are withdrawn. */
interface Work {
  taskId: string;
  billId: string | null;
}
export type WorkOfItems = Map<string, Work>;

const nothing: Figures = {
  minutes: 0,
  unratedMinutes: 0,
  uncostedMinutes: 0,
  value: NOTHING,
  billed: NOTHING,
  writtenDown: NOTHING,
  collected: NOTHING,
  badDebt: NOTHING,
  cost: NOTHING,
};

/** A negative amount is shared like the positive one. */
const shared = (amount: Minor, weights: readonly Minor[]): Minor[] =>
  amount < 0 ? share(negate(amount), weights).map(negate) : share(amount, weights);

const minutesOf = (rows: readonly { minutes: number }[]): number =>
  rows.reduce((all, { minutes }) => all + minutes, 0);

const tasksById = ({ tasks }: BooksOfWork): ReadonlyMap<string, TaskRow> =>
  new Map(tasks.map((task) => [task.id, task]));

const taskOf = (tasks: ReadonlyMap<string, TaskRow>, id: string): TaskRow => {
  const task = tasks.get(id);
  if (!task) throw new Error(`no task ${id}`);
  return task;
};

const aboutTask = ({ entity, currency, client, category, department }: TaskRow): About => ({
  entity,
  currency,
  client,
  category,
  department,
});

function pricedHours(books: BooksOfWork) {
  const tasks = tasksById(books);
  return books.entries.map((entry) => {
    const task = taskOf(tasks, entry.taskId);
    const isBillable = entry.billable && task.billable;
    const hour = { ...entry, clientId: task.client, serviceId: task.serviceId, currency: task.currency };
    const rate = isBillable ? rateOf(books.chargeRates, hour) : null;
    const cost = books.costRates.find(
      ({ personId, currency, validFrom, validTo }) =>
        personId === entry.personId &&
        currency === task.currency &&
        validFrom <= entry.workedOn &&
        entry.workedOn <= (validTo ?? '9999'),
    );
    const worth = rate === null ? null : ofMinutes(rate, entry.minutes);
    return { ...entry, task, isBillable, worth, cost: cost ? ofMinutes(cost.rate, entry.minutes) : null };
  });
}
type PricedHours = ReturnType<typeof pricedHours>;

const hourParts = (hours: PricedHours): Part[] =>
  hours
    .filter(({ task }) => !task.isDeleted)
    .map(({ task, isBillable, worth, cost, minutes, personId, workedOn }) => ({
      ...nothing,
      ...aboutTask(task),
      person: personId,
      day: workedOn,
      minutes,
      unratedMinutes: isBillable && worth === null ? minutes : 0,
      uncostedMinutes: cost === null ? minutes : 0,
      value: worth ?? NOTHING,
      cost: cost ?? NOTHING,
    }));

/** The people behind a bill, or behind the fee of a task, with the value of their hours. */
function peopleOf(books: BooksOfWork, hours: PricedHours, { taskId, billId }: Work) {
  const rows =
    billId === null
      ? hours
          .filter((hour) => hour.taskId === taskId)
          .map(({ personId, worth, minutes }) => ({ personId, value: worth ?? NOTHING, minutes }))
      : books.billed
          .filter((one) => one.billId === billId)
          .map(({ personId, amount, minutes }) => ({ personId, value: amount, minutes }));
  return [...Map.groupBy(rows, ({ personId }) => personId)]
    .map(([person, of]) => ({ person, value: sum(of.map(({ value }) => value)), minutes: minutesOf(of) }))
    .toSorted((one, other) => (one.person < other.person ? -1 : 1));
}

interface Posted {
  day: string | null;
  name: 'billed' | 'collected' | 'badDebt';
  amount: Minor;
  /** 1 if the hours behind it count as billed from then on, -1 if no longer. */
  valued?: 1 | -1;
}

function partsOf(
  people: ReturnType<typeof peopleOf>,
  about: About,
  { day, name, amount, valued }: Posted,
): Part[] {
  if (day === null) return [];
  const hasValue = people.some(({ value }) => value > 0);
  const weights = people.map(({ value, minutes }) => (hasValue ? value : minor(minutes)));
  const parts = people.length === 0 ? [amount] : shared(amount, weights);
  return parts.map((part, at) => {
    const { person = 'none', value = NOTHING } = people[at] ?? {};
    const worth = valued === undefined ? NOTHING : valued === 1 ? value : negate(value);
    const writtenDown = name === 'billed' ? subtract(worth, part) : NOTHING;
    return { ...nothing, ...about, person, day, writtenDown, [name]: part };
  });
}

/** What was posted of one line: `over` spreads an amount over the fees of the invoice, `ofTotal` shares a settlement. */
function postedOf(
  { issueDate, voidDate, credits, receipts, losses }: InvoiceRow,
  line: { id: string; at: number; income: Minor },
  over: (amount: Minor) => Minor[],
  ofTotal: (amount: Minor) => Minor[],
): Posted[] {
  const own = (parts: readonly Minor[]) => parts[line.at] ?? NOTHING;
  const settled = (name: Posted['name'], rows: InvoiceRow['receipts']): Posted[] =>
    rows.flatMap(({ amount, madeOn, undoneOn }) => {
      const part = own(ofTotal(amount));
      return [
        { day: madeOn, name, amount: part },
        { day: undoneOn, name, amount: negate(part) },
      ];
    });
  const credited = credits
    .filter(({ lineId }) => lineId === null || lineId === line.id)
    .flatMap((credit): Posted[] => {
      const amount = credit.lineId === null ? own(over(credit.net)) : credit.net;
      const [back, again] = credit.work === 'waits' ? ([-1, 1] as const) : [];
      return [
        { day: credit.issueDate, name: 'billed', amount: negate(amount), ...(back && { valued: back }) },
        { day: credit.voidDate, name: 'billed', amount, ...(again && { valued: again }) },
      ];
    });
  return [
    { day: issueDate, name: 'billed', amount: line.income, valued: 1 },
    { day: voidDate, name: 'billed', amount: negate(line.income), valued: -1 },
    ...credited,
    ...settled('collected', receipts),
    ...settled('badDebt', losses),
  ];
}

function invoiceParts(
  books: BooksOfWork,
  hours: PricedHours,
  works: WorkOfItems,
  invoice: InvoiceRow,
): Part[] {
  const tasks = tasksById(books);
  const fees = invoice.lines.filter(({ kind }) => kind === 'fee');
  const nets = fees.map(({ net }) => net);
  const over = (amount: Minor) => (sum(nets) === 0 ? nets.map(() => NOTHING) : shared(amount, nets));
  const adjusted = invoice.adjustments.map(({ kind, net }) => over(kind === 'charge' ? net : negate(net)));
  const incomes = nets.map((net, at) => sum([net, ...adjusted.map((parts) => parts[at] ?? NOTHING)]));
  const ofTotal = (amount: Minor) => shared(amount, [...incomes, subtract(invoice.total, sum(incomes))]);
  return fees.flatMap(({ id, itemId, department }, at) => {
    const work = works.get(itemId ?? '');
    if (work === undefined) return [];
    const { client, category } = taskOf(tasks, work.taskId);
    const { entity, currency } = invoice;
    const about = { entity, currency, client, category, department };
    const people = peopleOf(books, hours, work);
    return postedOf(invoice, { id, at, income: incomes[at] ?? NOTHING }, over, ofTotal).flatMap((posted) =>
      partsOf(people, about, posted),
    );
  });
}

function writtenOffParts(books: BooksOfWork, hours: PricedHours, works: WorkOfItems, today: string): Part[] {
  const tasks = tasksById(books);
  return books.writtenOff
    .filter(({ isGivenUp }) => !isGivenUp)
    .flatMap(({ id, entity, currency }) => {
      const work = works.get(id);
      if (work === undefined) return [];
      const about = { ...aboutTask(taskOf(tasks, work.taskId)), entity, currency };
      const posted = { day: today, name: 'billed', amount: NOTHING, valued: 1 } as const;
      return partsOf(peopleOf(books, hours, work), about, posted);
    });
}

/** Everything that the report should count, computed in TypeScript from the rows alone. Work is written off only `today`. */
export async function realisedParts(api: TestApi, works: WorkOfItems, today: string): Promise<Part[]> {
  const books = await readRealised(api);
  const hours = pricedHours(books);
  return [
    ...hourParts(hours),
    ...books.invoices.flatMap((invoice) => invoiceParts(books, hours, works, invoice)),
    ...writtenOffParts(books, hours, works, today),
  ];
}

const keyOf = (part: Part, by: RealisationGrouping): string =>
  by === 'month' ? `${part.day.slice(0, 7)}-01` : part[by];

const isSomething = (figures: Figures): boolean =>
  [...counted, ...amounts].some((name) => figures[name] !== 0);

const summed = (parts: readonly Figures[]): Figures => ({
  ...(Object.fromEntries(
    counted.map((name) => [name, parts.reduce((all, part) => all + part[name], 0)]),
  ) as Record<(typeof counted)[number], number>),
  ...(Object.fromEntries(amounts.map((name) => [name, sum(parts.map((part) => part[name]))])) as Record<
    (typeof amounts)[number],
    Minor
  >),
});

/** The parts of a report in one grouping; rows without figures are left out. */
export function expectedRows(parts: readonly Part[], levels: readonly RealisationGrouping[]) {
  const groups = Map.groupBy(parts, (part) =>
    [part.currency, ...levels.map((by) => keyOf(part, by))].join('|'),
  );
  const rows = [...groups].map(([key, of]) => [key, summed(of)] as const);
  return Object.fromEntries(rows.filter(([, figures]) => isSomething(figures)));
}

/** The same from the report itself. */
export async function reportedRows(
  caller: Caller,
  filter: NonNullable<InputOf<typeof realisation.list>['filter']>,
) {
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await caller.call(realisation.list, { filter, pageSize: 100, cursor });
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  const figures = rows.map(({ currency, keys, cost, uncostedMinutes, ...row }) => {
    const key = [currency, ...keys.map(({ id }) => id)].join('|');
    const all = { ...row, cost: cost ?? NOTHING, uncostedMinutes: uncostedMinutes ?? 0 };
    return [key, summed([all])] as const;
  });
  return Object.fromEntries(figures.filter(([, one]) => isSomething(one)));
}
