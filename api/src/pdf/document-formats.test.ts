import { documentFormats } from './document-formats.ts';

const written = (language: 'en' | 'fr', country: string, currency: string, amount: number) =>
  documentFormats(language, country, currency).money(amount).replaceAll(/\s/g, ' ');

describe('figures on paper', () => {
  it('keep the decimal sign of the document’s language, wherever it is issued', () => {
    expect(written('en', 'FR', 'KWD', 101_609)).toBe('KWD 101.609');
    expect(written('en', 'DE', 'EUR', 123_456_789)).toBe('€1,234,567.89');
    expect(written('fr', 'IN', 'INR', 123_456_789)).toBe('1 234 567,89 ₹');
  });

  it('are grouped as in the country', () => {
    expect(written('en', 'IN', 'INR', 1_200_000_00)).toBe('₹12,00,000.00');
    expect(documentFormats('en', 'FR', 'EUR').longDate('2026-03-31')).toBe('31 March 2026');
  });
});
