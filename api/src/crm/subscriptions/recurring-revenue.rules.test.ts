import fc from 'fast-check';
import { lowering, movements } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import { minor, subtract, sum } from '@daybook/contracts/money/money';
import type { Revenue } from './monthly-revenue.rules.ts';
import { revenueRows, revenueTotals } from './recurring-revenue.rules.ts';

const tax = { id: 'tax', label: 'Tax' };
const payroll = { id: 'payroll', label: 'Payroll' };

let made = 0;
const sold = (more: Partial<Revenue> = {}): Revenue => {
  made += 1;
  return {
    id: `s${made}`,
    predecessorId: null,
    clientId: `c${made}`,
    package: { id: 'p1', label: 'Small firm' },
    currency: 'EUR',
    cycle: 'monthly',
    price: minor(10_000),
    laterPrices: [],
    own: [],
    discountPct: null,
    startsOn: '2026-01-01',
    endedOn: null,
    pauses: [],
    shares: [
      { department: tax, share: minor(7_500) },
      { department: payroll, share: minor(2_500) },
    ],
    ...more,
  };
};

const report = (all: readonly Revenue[], by: 'month' | 'package' | 'department' = 'month') =>
  revenueRows(all, { from: '2026-01-15', to: '2026-06-15', by });

const movesOf = (all: readonly Revenue[]) =>
  report(all).map((row) => [
    row.key.slice(5, 7),
    row.opening,
    ...movements.flatMap((name) => (row[name] === 0 ? [] : [`${name} ${row[name]}`])),
    row.closing,
  ]);

describe('the recurring revenue of a month', () => {
  it('is the price of each cycle by its months, less the discount', () => {
    const [first] = report([
      sold(),
      sold({ cycle: 'quarterly', price: minor(30_000) }),
      sold({ cycle: 'yearly', price: minor(120_000), discountPct: '10' }),
    ]);
    expect(first).toMatchObject({ opening: 0, new: 29_000, closing: 29_000, clients: 3, joined: 3 });
  });

  it('grows and shrinks by what becomes of a client: a price, a pause, an end, and a return', () => {
    const one = sold({
      own: [
        { validFrom: '2026-02-01', price: minor(12_000) },
        { validFrom: '2026-03-01', price: minor(11_000) },
      ],
      pauses: [{ pausedOn: '2026-04-10', resumedOn: '2026-05-20' }],
      endedOn: '2026-05-31',
    });
    expect(movesOf([one])).toEqual([
      ['01', 0, 'new 10000', 10_000],
      ['02', 10_000, 'expansion 2000', 12_000],
      ['03', 12_000, 'contraction 1000', 11_000],
      ['04', 11_000, 'paused 11000', 0],
      ['05', 0, 'reactivated 11000', 11_000],
      ['06', 11_000, 'lost 11000', 0],
    ]);
  });

  it('comes with the first price above nothing, and comes back only if something was paid before', () => {
    const free = (own: [month: string, price: number][]) =>
      sold({ own: own.map(([month, price]) => ({ validFrom: `2026-${month}-01`, price: minor(price) })) });
    const began = free([
      ['01', 0],
      ['03', 9_000],
      ['04', 0],
      ['05', 8_000],
    ]);
    expect(movesOf([began])).toEqual([
      ['01', 0, 0],
      ['02', 0, 0],
      ['03', 0, 'new 9000', 9_000],
      ['04', 9_000, 'lost 9000', 0],
      ['05', 0, 'reactivated 8000', 8_000],
      ['06', 8_000, 8_000],
    ]);
    expect(report([began]).map(({ joined }) => joined)).toEqual([0, 0, 1, 0, 0, 0]);
    const given = sold({ discountPct: '100', endedOn: '2026-02-28' });
    const goesOn = sold({ predecessorId: given.id, clientId: given.clientId, startsOn: '2026-03-01' });
    expect(movesOf([given, goesOn])[2]).toEqual(['03', 0, 'new 10000', 10_000]);
  });

  it('takes a change of package for an expansion of the client, and in each package for a loss and a gain', () => {
    const before = sold({ endedOn: '2026-02-28' });
    const after = sold({
      predecessorId: before.id,
      clientId: before.clientId,
      package: { id: 'p2', label: 'Large firm' },
      price: minor(15_000),
      startsOn: '2026-03-01',
    });
    expect(movesOf([before, after])[2]).toEqual(['03', 10_000, 'expansion 5000', 15_000]);
    expect(report([before, after], 'package')).toMatchObject([
      { label: 'Large firm', new: 15_000, closing: 15_000 },
      { label: 'Small firm', new: 10_000, lost: 10_000, closing: 0 },
    ]);
  });

  it('counts a client as come or gone only if it had nothing before, or has nothing left', () => {
    const clientId = 'one client';
    const books = sold({ clientId });
    const payslips = sold({
      clientId,
      package: { id: 'p2', label: 'Payroll' },
      startsOn: '2026-03-01',
      endedOn: '2026-04-30',
    });
    const counts = (by: 'month' | 'package') =>
      report([books, payslips], by).map(({ clients, joined, left }) => [clients, joined, left]);
    expect(counts('month')).toEqual([
      [1, 1, 0],
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ]);
    // Of the one package it came and went, whatever else it has.
    expect(counts('package')).toEqual([
      [0, 1, 1],
      [1, 1, 0],
    ]);
  });

  it('is divided over the departments of the services, and kept apart by currency', () => {
    const rows = report([sold(), sold({ currency: 'USD' })], 'department');
    expect(rows.map(({ label, currency, closing }) => [currency, label, closing])).toEqual([
      ['EUR', 'Payroll', 2_500],
      ['EUR', 'Tax', 7_500],
      ['USD', 'Payroll', 2_500],
      ['USD', 'Tax', 7_500],
    ]);
  });

  it('leads from the opening to the closing figure to the cent, whatever the prices', () => {
    const day = fc
      .integer({ min: 0, max: 200 })
      .map((days) => new Date(Date.UTC(2025, 11, 1 + days)).toISOString().slice(0, 10));
    const any = fc
      .record({
        cycle: fc.constantFrom('monthly', 'quarterly', 'half_yearly', 'yearly'),
        price: fc.integer({ min: 0, max: 1_000_000 }).map(minor),
        discountPct: fc.constantFrom(null, '3.3', '12.5', '100'),
        startsOn: day,
        length: fc.option(fc.integer({ min: 0, max: 150 })),
        own: fc.array(fc.record({ validFrom: day, price: fc.integer({ min: 0, max: 900_000 }).map(minor) }), {
          maxLength: 3,
        }),
        pausedOn: fc.option(day),
      })
      .map(({ length, pausedOn, own, ...more }) =>
        sold({
          ...more,
          own: own.filter(({ validFrom }) => validFrom >= more.startsOn),
          endedOn:
            length === null
              ? null
              : new Date(Date.parse(more.startsOn) + length * 86_400_000).toISOString().slice(0, 10),
          pauses: pausedOn === null ? [] : [{ pausedOn, resumedOn: null }],
        }),
      );
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 12 }),
        fc.constantFrom('month', 'package', 'department'),
        (all, by) => {
          const rows = report(all, by);
          for (const row of [...rows, ...revenueTotals(rows, by)]) {
            const of = (isDown: boolean) =>
              sum(movements.filter((name) => lowering.includes(name) === isDown).map((name) => row[name]));
            expect(subtract(sum([row.opening, of(false)]), of(true))).toBe(row.closing);
            for (const name of movements) expect(row[name]).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });
});
