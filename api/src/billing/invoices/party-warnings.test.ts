import { minor } from '@daybook/contracts/money/money';
import { partyWarnings } from './party-warnings.ts';

type Facts = Parameters<typeof partyWarnings>[0];

const party = (lines: string[], ...schemes: string[]) => ({
  name: 'Acme',
  lines,
  country: 'FR',
  registrations: schemes.map((scheme) => ({ scheme, value: '1' })),
});
const facts = (regime: string, more: Partial<Facts> = {}): Facts => ({
  regime,
  chargesTax: true,
  buyerTreatment: 'registered',
  billTo: party([]),
  supplier: party(['1 rue'], 'EU:VAT', 'GB:VAT', 'IN:GSTIN', 'JP:T', 'CN:USCC'),
  placeOfSupply: null,
  customerGstin: undefined,
  ...more,
});
const codes = (of: Facts, total: number, currency: string) =>
  partyWarnings(of, minor(total), currency).map(({ code }) => code);

describe('warnings on the parties of an invoice', () => {
  it.each([
    ['EU', 10_000, 'EUR', []],
    ['EU', 10_001, 'EUR', ['BUYER_ADDRESS']],
    ['GB', 25_000, 'GBP', []],
    ['GB', 25_001, 'GBP', ['BUYER_ADDRESS']],
    // In another currency, it is unknown whether the total is above the limit.
    ['GB', 100, 'USD', ['BUYER_ADDRESS']],
    ['IN', 5_000_000, 'INR', []],
    ['IN', 5_000_001, 'INR', ['BUYER_ADDRESS']],
    ['JP', 1_000_000, 'JPY', []],
    ['CN', 100, 'CNY', ['BUYER_ADDRESS', 'BUYER_TAX_NUMBER']],
    ['US', 1_000_000, 'USD', []],
  ])('in %s, for %d %s: %j', (regime, total, currency, expected) => {
    expect(codes(facts(regime), total, currency)).toEqual(expected);
  });

  it('ask for the seller’s tax number', () => {
    const nameless = { supplier: party(['1 rue']), billTo: party(['2 rue']) };
    expect(codes(facts('EU', nameless), 10_001, 'EUR')).toEqual(['SELLER_TAX_NUMBER']);
    expect(codes(facts('JP', nameless), 10_001, 'JPY')).toEqual(['SELLER_TAX_NUMBER']);
    expect(codes(facts('IN', nameless), 10_001, 'INR')).toEqual(['SELLER_TAX_NUMBER']);
  });

  it('name an unverified number, in any regime', () => {
    const unchecked = {
      ...party(['2 rue']),
      registrations: [{ scheme: 'EU:VAT', value: '1', isUnchecked: true as const }],
    };
    expect(codes(facts('EU', { billTo: unchecked }), 100, 'EUR')).toEqual(['BUYER_NUMBER_UNCHECKED']);
    expect(codes(facts('US', { supplier: unchecked }), 100, 'USD')).toEqual(['SELLER_NUMBER_UNCHECKED']);
  });

  it('name a client registered in India with a place of supply abroad', () => {
    const abroad = { placeOfSupply: '96' };
    expect(codes(facts('IN', { ...abroad, customerGstin: '27AAPFU0939F1ZV' }), 100, 'INR')).toEqual([
      'PLACE_ABROAD',
    ]);
    expect(codes(facts('IN', abroad), 100, 'INR')).toEqual([]);
    expect(codes(facts('IN', { placeOfSupply: '27', customerGstin: '27AAPFU0939F1ZV' }), 100, 'INR')).toEqual(
      [],
    );
  });

  it('are absent where no tax is charged, and for the number of a private person', () => {
    expect(codes(facts('EU', { chargesTax: false }), 10_001, 'EUR')).toEqual([]);
    const private_ = { buyerTreatment: 'consumer', billTo: party(['长安街']) };
    expect(codes(facts('CN', private_), 100, 'CNY')).toEqual([]);
  });
});
