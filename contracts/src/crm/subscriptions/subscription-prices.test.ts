import fc from 'fast-check';
import { lineNet, minor, sum } from '../../money/money.ts';
import { priceOnDay, pricesOf, spreadPrices } from './subscription-prices.ts';

const from = (validFrom: string, price: number) => ({ validFrom, price: minor(price) });

describe('the prices of a subscription', () => {
  const sold = {
    price: minor(10_000),
    laterPrices: [from('2027-01-01', 12_000), from('2026-01-01', 11_000)],
  };

  it('are those of the package: the one in force on the first day, and the later ones', () => {
    expect(pricesOf(sold, '2025-06-01', [])).toEqual([
      from('2025-06-01', 10_000),
      from('2026-01-01', 11_000),
      from('2027-01-01', 12_000),
    ]);
    expect(pricesOf(sold, '2026-06-01', [])).toEqual([
      from('2026-06-01', 11_000),
      from('2027-01-01', 12_000),
    ]);
  });

  it('are the client’s own from the first of them on, whatever the package costs later', () => {
    expect(pricesOf(sold, '2025-06-01', [from('2026-04-01', 9_000)])).toEqual([
      from('2025-06-01', 10_000),
      from('2026-01-01', 11_000),
      from('2026-04-01', 9_000),
    ]);
    expect(pricesOf(sold, '2026-06-01', [from('2026-06-01', 9_000)])).toEqual([from('2026-06-01', 9_000)]);
  });

  it('apply from their day on', () => {
    const prices = pricesOf(sold, '2025-06-01', []);
    expect(priceOnDay(prices, '2025-12-31')).toBe(10_000);
    expect(priceOnDay(prices, '2026-01-01')).toBe(11_000);
    expect(priceOnDay(prices, '2025-05-31')).toBeNull();
  });
});

describe('a price spread over the services', () => {
  const parts = [
    { qty: '1', share: minor(15_000) },
    { qty: '3', share: minor(10_000) },
  ];

  it('keeps a quantity that gives back its part, and makes it one otherwise', () => {
    expect(spreadPrices(parts, [from('2026-01-01', 25_000)], 'EUR')).toEqual([
      { qty: '1', prices: [{ validFrom: '2026-01-01', unitPrice: '150' }] },
      { qty: '3', prices: [{ validFrom: '2026-01-01', unitPrice: '33.333333' }] },
    ]);
    const many = spreadPrices(
      [{ qty: '30000', share: minor(1_000_000) }],
      [from('2026-01-01', 1_000_000)],
      'EUR',
    );
    expect(many).toEqual([{ qty: '1', prices: [{ validFrom: '2026-01-01', unitPrice: '10000' }] }]);
  });

  it('is invoiced as one where a small quantity would make the price of one too large to be stored', () => {
    const line = { qty: '0.001', share: minor(1) };
    expect(spreadPrices([line], [from('2026-01-01', 1_000_000_000_000)], 'EUR')).toEqual([
      { qty: '1', prices: [{ validFrom: '2026-01-01', unitPrice: '10000000000' }] },
    ]);
  });

  it('is shared evenly if the package was free', () => {
    const free = [
      { qty: '1', share: minor(0) },
      { qty: '1', share: minor(0) },
    ];
    expect(spreadPrices(free, [from('2026-01-01', 0), from('2027-01-01', 101)], 'EUR')).toEqual([
      {
        qty: '1',
        prices: [
          { validFrom: '2026-01-01', unitPrice: '0' },
          { validFrom: '2027-01-01', unitPrice: '0.51' },
        ],
      },
      {
        qty: '1',
        prices: [
          { validFrom: '2026-01-01', unitPrice: '0' },
          { validFrom: '2027-01-01', unitPrice: '0.5' },
        ],
      },
    ]);
  });

  it('adds up on the invoice to the price of every day, in any currency', () => {
    const part = fc.record({
      qty: fc.integer({ min: 1, max: 50_000_000 }).map((units) => String(units / 10_000)),
      share: fc.integer({ min: 0, max: 10_000_000 }).map(minor),
    });
    const price = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.array(price, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (services, amounts, currency) => {
          const prices = amounts.map((amount, index) => from(`202${index}-01-01`, amount));
          const lines = spreadPrices(services, prices, currency);
          for (const [index, { price: wanted }] of prices.entries())
            expect(
              sum(
                lines.map((line) =>
                  lineNet({ qty: line.qty, unitPrice: line.prices[index]?.unitPrice ?? '' }, currency),
                ),
              ),
            ).toBe(wanted);
        },
      ),
    );
  });
});
