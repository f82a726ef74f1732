import fc from 'fast-check';
import { fromDecimal, minor } from '../../money/money.ts';
import { splitTax } from '../../money/tax-split.ts';
import type { TaxTreatment } from '../../money/tax-split.ts';
import { priceOfItem } from './price-of-item.ts';

const at = (ratePct: string, names = ['VAT']): TaxTreatment => ({
  category: 'S',
  ratePct,
  components: names.map((name) => ({ name, share: 1 })),
});
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
