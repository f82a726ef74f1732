import { minor } from '@daybook/contracts/money/money';
import { judgePromise } from './promises.rules.ts';

const receipts = (...given: [string, number][]) =>
  given.map(([receiptDate, amount]) => ({ receiptDate, amount: minor(amount) }));

/** 1,000 by 20 March, or 400 by 10 March and another 600 by 20 March; promised on 1 March. */
const once = [{ dueOn: '2026-03-20', amount: minor(1_000) }];
const twice = [
  { dueOn: '2026-03-10', amount: minor(400) },
  { dueOn: '2026-03-20', amount: minor(600) },
];

interface Situation {
  title: string;
  promised?: typeof once;
  today: string;
  received?: [string, number][];
  settledOn?: string[];
  is: [state: string, since: string | null, received: number, dueOn: string, paidLateOn?: string];
}

const situations: Situation[] = [
  { title: 'without money, before its date', today: '2026-03-05', is: ['open', null, 0, '2026-03-20'] },
  { title: 'without money, on its date', today: '2026-03-20', is: ['open', null, 0, '2026-03-20'] },
  {
    title: 'without money, the day after',
    today: '2026-03-21',
    is: ['broken', '2026-03-21', 0, '2026-03-20'],
  },
  {
    title: 'paid in part by its date',
    today: '2026-03-25',
    received: [['2026-03-20', 999]],
    is: ['broken', '2026-03-21', 999, '2026-03-20'],
  },
  {
    title: 'paid to the cent on its date',
    today: '2026-03-20',
    received: [['2026-03-20', 1_000]],
    is: ['kept', '2026-03-20', 1_000, '2026-03-20'],
  },
  {
    title: 'paid by two receipts, entered in another order',
    today: '2026-03-30',
    received: [
      ['2026-03-18', 600],
      ['2026-03-02', 400],
    ],
    is: ['kept', '2026-03-18', 1_000, '2026-03-20'],
  },
  {
    title: 'paid early',
    today: '2026-03-03',
    received: [['2026-03-02', 1_500]],
    is: ['kept', '2026-03-02', 1_500, '2026-03-20'],
  },
  {
    title: 'with money from before the promise',
    today: '2026-03-21',
    received: [['2026-02-28', 1_000]],
    is: ['broken', '2026-03-21', 0, '2026-03-20'],
  },
  {
    title: 'with money on the day of the promise',
    today: '2026-03-02',
    received: [['2026-03-01', 1_000]],
    is: ['kept', '2026-03-01', 1_000, '2026-03-20'],
  },
  {
    title: 'with a receipt whose day has not come',
    today: '2026-03-05',
    received: [['2026-03-18', 1_000]],
    is: ['open', null, 0, '2026-03-20'],
  },
  {
    title: 'paid a day late',
    today: '2026-03-25',
    received: [['2026-03-21', 1_000]],
    is: ['broken', '2026-03-21', 0, '2026-03-20', '2026-03-21'],
  },
  {
    title: 'paid in part on time, and the rest late',
    today: '2026-03-25',
    received: [
      ['2026-03-19', 300],
      ['2026-03-24', 700],
    ],
    is: ['broken', '2026-03-21', 300, '2026-03-20', '2026-03-24'],
  },
  {
    title: 'of which nothing was owed any more on its date',
    today: '2026-03-25',
    settledOn: ['2026-03-20'],
    is: ['settled', '2026-03-20', 0, '2026-03-20'],
  },
  {
    title: 'kept before the rest was credited',
    today: '2026-03-25',
    received: [['2026-03-10', 1_000]],
    settledOn: ['2026-03-20'],
    is: ['kept', '2026-03-10', 1_000, '2026-03-20'],
  },
  {
    title: 'in two parts, the first paid',
    promised: twice,
    today: '2026-03-15',
    received: [['2026-03-09', 400]],
    is: ['open', null, 400, '2026-03-20'],
  },
  {
    title: 'in two parts, the first missed',
    promised: twice,
    today: '2026-03-11',
    received: [['2026-03-09', 399]],
    is: ['broken', '2026-03-11', 399, '2026-03-10'],
  },
  {
    title: 'in two parts, the first missed and everything paid by the second',
    promised: twice,
    today: '2026-03-25',
    received: [['2026-03-20', 1_000]],
    is: ['broken', '2026-03-11', 1_000, '2026-03-10', '2026-03-20'],
  },
  {
    title: 'in two parts, both paid with the first',
    promised: twice,
    today: '2026-03-10',
    received: [['2026-03-08', 1_000]],
    is: ['kept', '2026-03-08', 1_000, '2026-03-20'],
  },
  {
    title: 'in two parts, the second missed by a cent',
    promised: twice,
    today: '2026-03-21',
    received: [
      ['2026-03-10', 500],
      ['2026-03-20', 499],
    ],
    is: ['broken', '2026-03-21', 999, '2026-03-20'],
  },
  {
    title: 'in two parts, nothing owed on the first date',
    promised: twice,
    today: '2026-03-12',
    settledOn: ['2026-03-10'],
    is: ['settled', '2026-03-10', 0, '2026-03-10'],
  },
];

it.each(situations)('a promise $title', ({ promised = once, today, received = [], settledOn = [], is }) => {
  const [state, since, amount, dueOn, paidLateOn = null] = is;
  const terms = { promisedOn: '2026-03-01', instalments: promised };
  expect(judgePromise(terms, receipts(...received), new Set(settledOn), today)).toEqual({
    state,
    since,
    received: amount,
    dueOn,
    paidLateOn,
  });
});
