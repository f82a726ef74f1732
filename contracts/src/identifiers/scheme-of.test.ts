import { schemeOf } from './scheme-of.ts';

describe('a tax number in any spelling', () => {
  it('has the only scheme that it fits, wherever the firm is', () => {
    expect(schemeOf('AAPFU0939F', ['FR'])).toBe('IN:PAN');
    expect(schemeOf('27AAPFU0939F1ZV', [])).toBe('IN:GSTIN');
    expect(schemeOf('DE136695976', ['IN'])).toBe('EU:VAT');
  });

  it('has that of the firm’s country, if it fits several', () => {
    const siren = '732829320';
    expect(schemeOf(siren, ['FR'])).toBe('FR:SIREN');
    expect(schemeOf(siren, ['US'])).toBe('US:EIN');
    expect(schemeOf(siren, ['IN'])).toBeNull();
  });

  it('has none, if it fits none', () => {
    expect(schemeOf('ABC12', ['IN', 'FR'])).toBeNull();
  });
});
