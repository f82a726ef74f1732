import fc from 'fast-check';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { whyNot } from '@daybook/contracts/receivables/reminders/why-not';
import { overdueSince, reminderOf } from './reminders.rules.ts';
import type { Facts, Level, Outcome } from './reminders.rules.ts';

const today = '2026-05-20';
const on = { reminders: 'on', remindersPausedUntil: null } as const;
const levels: Level[] = [
  { no: -1, offsetDays: -10, channel: 'mail', minDays: 2 },
  { no: 0, offsetDays: -3, channel: 'mail', minDays: 2 },
  { no: 1, offsetDays: 7, channel: 'mail', minDays: 5 },
  { no: 2, offsetDays: 21, channel: 'letter', minDays: 7 },
  { no: 3, offsetDays: 35, channel: 'call', minDays: 7 },
];

/** A situation in the units of the oracle: days before today, and whole coins. */
interface Situation {
  isDayOff: boolean;
  client: 'on' | 'off' | 'until yesterday' | 'until today';
  rows: {
    invoice: number;
    currency: string;
    daysLate: number;
    coins: number;
    undisputed: number;
    setting: 'on' | 'off' | 'until yesterday' | 'until today';
  }[];
  /** Rows that are settled: days late when they fell due, and days ago when they were paid. */
  settled: { daysLate: number; paidAgo: number }[];
  credits: { currency: string; coins: number }[];
  cheques: { currency: string; coins: number }[];
  promises: { currency: string; invoices: number[] }[];
  sent: { level: number; daysAgo: number; isLost: boolean }[];
  small: number;
  hasMail: boolean;
  hasPost: boolean;
}

const ago = (days: number) => addDays(today, -days);
const settingOf = (setting: Situation['client']) => {
  if (setting === 'on' || setting === 'off') return { reminders: setting, remindersPausedUntil: null };
  return { reminders: 'paused' as const, remindersPausedUntil: setting === 'until today' ? today : ago(1) };
};
const amounts = (list: readonly { currency: string; coins: number }[]) =>
  list.map(({ currency, coins }) => ({ currency, amount: minor(coins) }));

const factsOf = (one: Situation): Facts => ({
  day: today,
  isDayOff: one.isDayOff,
  reminders: [settingOf(one.client), on],
  rows: one.rows.map(({ invoice, currency, daysLate, coins, undisputed, setting }) => ({
    invoiceId: String(invoice),
    currency,
    dueOn: ago(daysLate),
    open: minor(coins),
    undisputed: minor(Math.min(undisputed, coins)),
    reminders: [on, settingOf(setting)],
  })),
  credits: amounts(one.credits),
  cheques: amounts(one.cheques),
  promises: one.promises.map(({ currency, invoices }) => ({ currency, invoiceIds: invoices.map(String) })),
  sent: one.sent.map(({ level, daysAgo, isLost }) => ({ level, day: ago(daysAgo), isLost })),
  overdueSince: overdueSince(
    [
      ...one.rows.map(({ daysLate }) => ({ dueOn: ago(daysLate), settledOn: null })),
      ...one.settled.map(({ daysLate, paidAgo }) => ({ dueOn: ago(daysLate), settledOn: ago(paidAgo) })),
    ],
    today,
  ),
  small: new Map(['EUR', 'JPY'].map((currency) => [currency, minor(one.small)])),
  hasMailAddress: one.hasMail,
  hasPostalAddress: one.hasPost,
});

// The oracle. It knows neither amounts nor dates: it puts every coin that is owed on a table, oldest first, takes coins away, and looks
// at what is left; it walks back from today day by day.

interface Coin {
  invoice: number;
  currency: string;
  daysLate: number;
  isDisputed: boolean;
  isOff: boolean;
}

const isSilent = (setting: Situation['client']) => setting === 'off' || setting === 'until today';

const coinsOf = (one: Situation): Coin[] =>
  one.rows
    .toSorted((a, b) => b.daysLate - a.daysLate)
    .flatMap(({ invoice, currency, daysLate, coins, undisputed, setting }) =>
      Array.from({ length: coins }, (_one, index) => ({
        invoice,
        currency,
        daysLate,
        isDisputed: index >= undisputed,
        isOff: isSilent(setting),
      })),
    );

function pay(table: Coin[], payments: readonly { currency: string; coins: number }[]): Coin[] {
  const left = [...table];
  for (const { currency, coins } of payments)
    for (let coin = 0; coin < coins; coin += 1) {
      const first = left.findIndex((owed) => owed.currency === currency);
      if (first >= 0) left.splice(first, 1);
    }
  return left;
}

/** The first day, counted back from today, of the unbroken time in which something was overdue. */
function overdueFor(one: Situation): number {
  const wasLate = (daysAgo: number) =>
    one.rows.some(({ daysLate }) => daysLate - daysAgo > 0) ||
    one.settled.some(({ daysLate, paidAgo }) => daysLate - daysAgo > 0 && daysAgo > paidAgo);
  let days = -1;
  while (wasLate(days + 1)) days += 1;
  return days;
}

function clear(one: Situation, concerns: (coin: Coin) => boolean): Coin[] | string {
  let table = coinsOf(one);
  const acts: [string, () => Coin[]][] = [
    ['NOTHING_OVERDUE', () => table],
    ['ROWS_OFF', () => table.filter(({ isOff }) => !isOff)],
    ['ROWS_DISPUTED', () => table.filter(({ isDisputed }) => !isDisputed)],
    [
      'ROWS_PROMISED',
      () =>
        table.filter(
          (coin) =>
            !one.promises.some(
              (promise) =>
                promise.currency === coin.currency &&
                (promise.invoices.length === 0 || promise.invoices.includes(coin.invoice)),
            ),
        ),
    ],
    ['ROWS_COVERED', () => pay(table, one.credits)],
    ['ROWS_CHEQUE', () => pay(table, one.cheques)],
  ];
  for (const [reason, act] of acts) {
    table = act();
    if (!table.some(concerns)) return reason;
  }
  const left = table.filter(concerns);
  for (const currency of ['EUR', 'JPY'])
    if (left.filter((coin) => coin.currency === currency).length > one.small) return left;
  return 'SMALL_BALANCE';
}

const invoicesOn = (table: readonly Coin[]) =>
  [...new Set(table.map(({ invoice }) => invoice))].toSorted((a, b) => a - b);

function expected(one: Situation): { level: number; invoices: number[] } | string {
  if (one.isDayOff) return 'DAY_OFF';
  if (one.client === 'off') return 'CLIENT_OFF';
  if (one.client === 'until today') return 'CLIENT_PAUSED';
  const checked = (level: number, table: readonly Coin[]) => {
    const spacing = { [-1]: 2, 0: 2, 1: 5 }[level] ?? 7;
    if (one.sent.some(({ daysAgo }) => daysAgo < spacing)) return 'TOO_SOON';
    if (level < 2 && !one.hasMail) return 'NO_MAIL_ADDRESS';
    if (level === 2 && !one.hasPost) return 'NO_POSTAL_ADDRESS';
    return { level, invoices: invoicesOn(table) };
  };
  const late = clear(one, ({ daysLate }) => daysLate > 0);
  let why = typeof late === 'string' ? late : 'BEFORE_FIRST_LEVEL';
  if (typeof late !== 'string') {
    const daysIn = [7, 21, 35];
    const reached = daysIn.filter((days) => late.some(({ daysLate }) => daysLate >= days)).length;
    const stretch = overdueFor(one);
    const given = one.sent.filter(({ level, daysAgo, isLost }) => !isLost && level > 0 && daysAgo <= stretch);
    const highest = Math.max(0, ...given.map(({ level }) => level));
    const level = Math.min(reached, highest + 1);
    if (level > 0) {
      if (level > highest) return checked(level, late);
      if (level === 3) return 'LAST_LEVEL_SENT';
      const lastTime = Math.min(
        ...given.filter((before) => before.level >= level).map(({ daysAgo }) => daysAgo),
      );
      const isNewThere = late.some(
        ({ daysLate }) => daysLate - (daysIn[level - 1] ?? 0) < lastTime && daysLate >= 0,
      );
      return isNewThere ? checked(level, late) : 'ALREADY_REMINDED';
    }
    why = 'BEFORE_FIRST_LEVEL';
  }
  for (const [level, days] of [
    [0, 3],
    [-1, 10],
  ] as const) {
    const soon = clear(one, ({ daysLate }) => daysLate <= 0 && -daysLate <= days);
    if (typeof soon === 'string') continue;
    const before = one.sent.filter((sent) => !sent.isLost && sent.level <= 0 && sent.level >= level);
    const lastTime = Math.min(Infinity, ...before.map(({ daysAgo }) => daysAgo));
    if (soon.some(({ daysLate }) => daysLate + days < lastTime)) return checked(level, soon);
  }
  return why;
}

// Many situations are ordinary: without obstacles more of them lead to a reminder.
const rarely = <T>(usual: T, ...others: T[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
const currency = rarely('EUR', 'JPY');
const few = (most: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant([] as never[]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.record({ currency, coins: fc.integer({ min: 1, max: most }) }), {
        maxLength: 2,
      }),
    },
  );
const setting = rarely<Situation['client']>('on', 'off', 'until yesterday', 'until today');
const situation: fc.Arbitrary<Situation> = fc.record({
  isDayOff: rarely(false, false, false, true),
  client: setting,
  rows: fc
    .array(
      fc.record({
        currency,
        daysLate: fc.integer({ min: -12, max: 60 }),
        coins: fc.integer({ min: 1, max: 9 }),
        undisputed: rarely(9, 0, 3),
        setting,
      }),
      { minLength: 0, maxLength: 4 },
    )
    .map((rows) => rows.map((row, invoice) => ({ ...row, invoice }))),
  settled: fc.array(
    fc
      .record({ daysLate: fc.integer({ min: 1, max: 70 }), paidAgo: fc.integer({ min: 0, max: 40 }) })
      .filter(({ daysLate, paidAgo }) => daysLate > paidAgo),
    { maxLength: 2 },
  ),
  credits: few(12),
  cheques: few(12),
  promises: fc.oneof(
    { weight: 4, arbitrary: fc.constant([] as never[]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.record({ currency, invoices: fc.subarray([0, 1, 2]) }), { maxLength: 2 }),
    },
  ),
  sent: fc.oneof(
    { weight: 1, arbitrary: fc.constant([] as never[]) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(
        fc.record({
          level: fc.integer({ min: -1, max: 3 }),
          daysAgo: fc.integer({ min: 1, max: 45 }),
          isLost: rarely(false, true),
        }),
        { maxLength: 3, selector: ({ daysAgo }) => daysAgo },
      ),
    },
  ),
  small: rarely(0, 2, 5),
  hasMail: rarely(true, false),
  hasPost: rarely(true, false),
});

const short = (outcome: Outcome) =>
  'why' in outcome
    ? outcome.why
    : {
        level: outcome.due.level.no,
        invoices: [...new Set(outcome.due.rows.map(({ invoiceId }) => Number(invoiceId)))].toSorted(
          (a, b) => a - b,
        ),
      };

describe('who is reminded, of what, and who is not', () => {
  const situations = fc.sample(situation, { numRuns: 2_000, seed: 7 });

  it('is as an oracle says that counts coins, in two thousand situations', () => {
    for (const one of situations)
      expect([one, short(reminderOf(factsOf(one), levels))]).toEqual([one, expected(one)]);
  });

  it('comes to every outcome in these situations', () => {
    const outcomes = new Set(
      situations.map((one) => {
        const outcome = short(reminderOf(factsOf(one), levels));
        return typeof outcome === 'string' ? outcome : outcome.level;
      }),
    );
    expect([...outcomes].map(String).toSorted()).toEqual(
      [...whyNot, ...levels.map(({ no }) => no)].map(String).toSorted(),
    );
  });
});

describe('a client that pays nothing for two months', () => {
  it('gets each level once, in order and at its distance, and then none', () => {
    const sent: { level: number; day: string }[] = [];
    for (let days = -12; days <= 90; days += 1) {
      const facts = factsOf({
        isDayOff: false,
        client: 'on',
        rows: [{ invoice: 0, currency: 'EUR', daysLate: days, coins: 5, undisputed: 9, setting: 'on' }],
        settled: [],
        credits: [],
        cheques: [],
        promises: [],
        sent: [],
        small: 0,
        hasMail: true,
        hasPost: true,
      });
      const outcome = reminderOf(
        {
          ...facts,
          sent: sent.map(({ level, day }) => ({
            level,
            day: addDays(today, Number(day) - days),
            isLost: false,
          })),
        },
        levels,
      );
      if ('due' in outcome) sent.push({ level: outcome.due.level.no, day: String(days) });
    }
    expect(sent).toEqual([
      { level: -1, day: '-10' },
      { level: 0, day: '-3' },
      { level: 1, day: '7' },
      { level: 2, day: '21' },
      { level: 3, day: '35' },
    ]);
  });
});

it('something has been overdue since the first of the days that follow each other without a gap', () => {
  const row = fc
    .record({ daysLate: fc.integer({ min: 0, max: 12 }), paidAgo: fc.integer({ min: -1, max: 12 }) })
    .filter(({ daysLate, paidAgo }) => daysLate > paidAgo);
  for (const rows of fc.sample(fc.array(row, { maxLength: 4 }), { numRuns: 1_000, seed: 3 })) {
    const isLate = (daysAgo: number) =>
      rows.some(({ daysLate, paidAgo }) => daysLate > daysAgo && daysAgo > paidAgo);
    let first = -1;
    while (isLate(first + 1)) first += 1;
    const found = overdueSince(
      rows.map(({ daysLate, paidAgo }) => ({
        dueOn: ago(daysLate),
        settledOn: paidAgo < 0 ? null : ago(paidAgo),
      })),
      today,
    );
    expect([rows, found]).toEqual([rows, first < 0 ? null : ago(first)]);
  }
});
