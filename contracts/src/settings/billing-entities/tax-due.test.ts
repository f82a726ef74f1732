import { firstChangedDay, taxDueMention, taxDueOfCountry, taxDueOn } from './tax-due.ts';
import type { TaxDueSetting } from './tax-due.ts';

const setting = (taxDue: TaxDueSetting['taxDue'], ...from: string[]): TaxDueSetting => ({
  taxDue,
  taxDueChanges: from.map((day, index) => ({
    from: day,
    due: (taxDue === 'invoice') === (index % 2 === 0) ? 'payment' : 'invoice',
  })),
});

// docs/rules.md#tax-due-by-payment
describe('when tax falls due', () => {
  it('follows the last change up to the day', () => {
    const twice = setting('invoice', '2026-07-01', '2027-01-01');
    expect(
      ['2026-06-30', '2026-07-01', '2026-12-31', '2027-01-01'].map((day) => taxDueOn(twice, day)),
    ).toEqual(['invoice', 'payment', 'payment', 'invoice']);
  });

  it.each([
    ['nothing', setting('invoice', '2026-07-01'), setting('invoice', '2026-07-01'), undefined],
    [
      'a change that changes nothing',
      setting('invoice'),
      { taxDue: 'invoice', taxDueChanges: [{ from: '2026-01-01', due: 'invoice' }] },
      undefined,
    ],
    ['a later change', setting('invoice'), setting('invoice', '2026-07-01'), '2026-07-01'],
    [
      'an earlier day of a change',
      setting('invoice', '2026-07-01'),
      setting('invoice', '2026-03-01'),
      '2026-03-01',
    ],
    ['a change taken back', setting('payment', '2026-07-01', '2026-10-01'), setting('payment'), '2026-07-01'],
    ['what always applied', setting('invoice', '2026-07-01'), { ...setting('payment') }, null],
  ] as const)('differs first where %s differs', (_what, one, other, day) => {
    expect(firstChangedDay(one, other)).toBe(day);
    expect(firstChangedDay(other, one)).toBe(day);
  });

  it('is proposed by the country', () => {
    expect(['FR', 'AT', 'DE', 'GB', 'IN'].map(taxDueOfCountry)).toEqual([
      'payment',
      'payment',
      'invoice',
      'invoice',
      'invoice',
    ]);
  });

  it.each([
    ['FR', 'invoice', '2026-01-01', 'Option pour le paiement de la taxe d’après les débits'],
    ['FR', 'payment', '2026-01-01', null],
    ['DE', 'payment', '2027-12-31', null],
    ['DE', 'payment', '2028-01-01', 'Versteuerung nach vereinnahmten Entgelten'],
    ['ES', 'payment', '2026-01-01', 'Régimen especial del criterio de caja'],
    ['GB', 'payment', '2026-01-01', null],
  ] as const)('is mentioned as the law asks: %s, by %s, %s', (country, due, day, text) => {
    expect(taxDueMention(country, due, day)).toBe(text);
  });
});
