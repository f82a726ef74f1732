import fc from 'fast-check';
import { fromDecimal, lineNet, minor } from '../../money/money.ts';
import { splitTax } from '../../money/tax-split.ts';
import type { TaxTreatment } from '../../money/tax-split.ts';
import { quantityOfItem } from './price-of-item.ts';

const at = (ratePct: string, names = ['VAT']): TaxTreatment => ({
  category: 'S',
  ratePct,
  components: names.map((name) => ({ name, share: 1 })),
});
type Of = Parameters<typeof quantityOfItem>[1];
const priceOfItem = (item: { amount: number; currency: 'EUR' | 'JPY' | 'KWD' }, of: Of) =>
  quantityOfItem({ ...item, source: 'task', qty: '1' }, of).unitPrice;
const exclusive = { pricesIncludeTax: false, reverseCharge: false, treatment: at('20') };
const inclusive = { pricesIncludeTax: true, reverseCharge: false };

it('a pending item is priced with tax if prices include it: 100.00 at 20 % becomes 120.00', () => {
  const item = { amount: 10_000, currency: 'EUR' as const };
  expect(priceOfItem(item, { ...inclusive, treatment: at('20') })).toBe('120.00');
  expect(priceOfItem(item, { ...inclusive, pricesIncludeTax: false, treatment: at('20') })).toBe('100.00');
  expect(priceOfItem(item, { ...inclusive, reverseCharge: true, treatment: at('20') })).toBe('100.00');
});

it('a price that includes tax leaves the pending net amount, whatever the rate and the currency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.constantFrom(at('20'), at('5.5'), at('8'), at('18', ['CGST', 'SGST']), at('12', ['CGST', 'SGST'])),
      fc.constantFrom('EUR' as const, 'JPY' as const, 'KWD' as const),
      (amount, treatment, currency) => {
        const gross = fromDecimal(priceOfItem({ amount, currency }, { ...inclusive, treatment }), currency);
        const { total } = splitTax([{ taxable: gross }], treatment, {
          pricesIncludeTax: true,
          rounding: 'document_rate',
          roundingDir: 'half_up',
        });
        expect(Math.abs(total.net - minor(amount))).toBeLessThanOrEqual(treatment.components.length - 1);
      },
    ),
    { numRuns: 2_000 },
  );
});

const hours = (amount: number, qty: string) =>
  quantityOfItem({ amount, currency: 'EUR', source: 'time', qty }, exclusive);

describe('hours', () => {
  it('are billed as hours at their price, with as few decimals as the amount allows', () => {
    expect(hours(18_000, '1.5000')).toEqual({ qty: '1.5', unit: 'HUR', unitPrice: '120' });
    expect(hours(18_075, '1.5000')).toEqual({ qty: '1.5', unit: 'HUR', unitPrice: '120.5' });
    // Twenty minutes at 120.00 and ten at 180.01.
    expect(hours(7_000, '0.5000')).toEqual({ qty: '0.5', unit: 'HUR', unitPrice: '140' });
    expect(hours(0, '0.5000')).toEqual({ qty: '0.5', unit: 'HUR', unitPrice: '0' });
  });

  it('are billed as one piece if no price comes to their amount', () => {
    expect(hours(100_000_001, '9999999.5000')).toEqual({ qty: '1', unit: 'C62', unitPrice: '1000000.01' });
  });

  it('come to exactly their amount, up to four hundred, whatever the tax, the currency and the rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 1, max: 24_000 }),
        fc.constantFrom('EUR' as const, 'JPY' as const, 'KWD' as const),
        fc.boolean(),
        fc.constantFrom('half_up' as const, 'floor' as const),
        (amount, minutes, currency, pricesIncludeTax, dir) => {
          const of = { ...exclusive, pricesIncludeTax };
          const item = { amount, currency, qty: (minutes / 60).toFixed(4) };
          const { unit, ...line } = quantityOfItem({ ...item, source: 'time' }, of);
          expect(unit).toBe('HUR');
          const whole = fromDecimal(priceOfItem(item, of), currency);
          expect(lineNet(line, currency, dir)).toBe(whole);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
