import { vatBlocks } from './vat-supply.ts';
import type { VatDocument } from './vat-supply.ts';

const german = { country: 'DE', vatId: 'DE136695976', isConsumer: false };
const french = { country: 'FR', vatId: 'FR83404833048', isConsumer: false };
const person = { country: 'FR', isConsumer: true };
const refused = (buyer: VatDocument['buyer'], ...categories: VatDocument['parts'][number]['category'][]) =>
  vatBlocks({ country: 'FR', buyer, parts: categories.map((category) => ({ category })) }).map(
    ({ rule, row }) => `${row} ${rule}`,
  );

describe('a VAT invoice of a French firm', () => {
  it('has reverse charge only for a business with a VAT number', () => {
    expect(refused(german, 'AE')).toEqual([]);
    expect(refused(french, 'AE', 'S')).toEqual([]);
    expect(refused({ country: 'DE', isConsumer: false }, 'S', 'AE')).toEqual(['1 BUYER_VAT_ID_MISSING']);
    expect(refused(person, 'AE')).toEqual(['0 BUYER_IS_CONSUMER']);
    expect(refused({ ...german, isConsumer: true }, 'K')).toEqual(['0 BUYER_IS_CONSUMER']);
  });

  it('has intra-community supplies only to another member state', () => {
    expect(refused(german, 'K')).toEqual([]);
    expect(refused({ vatId: 'EL094014201', isConsumer: false }, 'K')).toEqual([]);
    expect(refused(french, 'K')).toEqual(['0 NOT_ANOTHER_MEMBER']);
    expect(refused({ country: 'GB', vatId: 'GB980780684', isConsumer: false }, 'K')).toEqual([
      '0 NOT_ANOTHER_MEMBER',
    ]);
    expect(refused({ country: 'DE', isConsumer: false }, 'K')).toEqual(['0 BUYER_VAT_ID_MISSING']);
  });

  it('has exports only to countries outside the Union', () => {
    expect(refused({ country: 'CH', isConsumer: false }, 'G')).toEqual([]);
    expect(refused({ isConsumer: false }, 'G')).toEqual([]);
    expect(refused(german, 'G')).toEqual(['0 NOT_AN_EXPORT']);
    expect(refused(person, 'G')).toEqual(['0 NOT_AN_EXPORT']);
  });

  it('mixes supplies in and out of scope only for disbursements', () => {
    expect(refused(person, 'O', 'O')).toEqual([]);
    expect(refused(person, 'S', 'O')).toEqual(['1 OUTSIDE_VAT_MIXED']);
    const parts = [{ category: 'S' as const }, { kind: 'disbursement' as const, category: 'O' as const }];
    expect(vatBlocks({ country: 'FR', buyer: person, parts })).toEqual([]);
    expect(vatBlocks({ country: 'FR', buyer: person, parts: [...parts, { category: 'O' }] })).toEqual([
      { rule: 'OUTSIDE_VAT_MIXED', row: 2 },
    ]);
  });
});
