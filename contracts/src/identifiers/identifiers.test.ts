import { checkIdentifier, normaliseIdentifier, type IdentifierScheme } from './identifiers.ts';
import { isPostalCode } from './postal-code.ts';

const valid: [IdentifierScheme, string][] = [
  ['IN:GSTIN', '27AAPFU0939F1ZV'],
  ['IN:GSTIN', '24AUTPV8831F1ZZ'],
  ['IN:GSTIN', '29AABCF8078M1C8'],
  ['IN:GSTIN', '27 aapfu0939f 1zv'],
  ['IN:PAN', 'ACUPA7085R'],
  ['IN:TAN', 'MUMA12345B'],
  ['IBAN', 'GB29NWBK60161331926819'],
  ['IBAN', 'DE89 3704 0044 0532 0130 00'],
  ['IFSC', 'HDFC0001234'],
  ['JP:T', '5835678256246'],
  ['JP:T', 'T5835678256246'],
  ['JP:T', 'Ｔ５８３５６７８２５６２４６'],
  ['CN:USCC', '91110000600037341L'],
  ['FR:SIREN', '404833048'],
  ['FR:SIREN', '404 833 048'],
  ['FR:SIRET', '73282932000074'],
  ['GB:VAT', 'GB980780684'],
  ['US:EIN', '91-1144442'],
  ['EU:VAT', 'ATU13585627'],
  ['EU:VAT', 'BE0403019261'],
  ['EU:VAT', 'DE136695976'],
  ['EU:VAT', 'DK13585628'],
  ['EU:VAT', 'EL094259216'],
  ['EU:VAT', 'ESB58378431'],
  ['EU:VAT', 'FI20774740'],
  ['EU:VAT', 'FR40303265045'],
  ['EU:VAT', 'IE6433435F'],
  ['EU:VAT', 'IT00743110157'],
  ['EU:VAT', 'LU15027442'],
  ['EU:VAT', 'NL004495445B01'],
  ['EU:VAT', 'PL8567346215'],
  ['EU:VAT', 'PT501964843'],
  ['EU:VAT', 'SE123456789701'],
  ['EU:VAT', 'XI980780684'],
  ['other', 'anything'],
];

const invalid: [IdentifierScheme, string, 'format' | 'checksum'][] = [
  ['IN:GSTIN', '27AAPFU0939F1ZO', 'checksum'],
  ['IN:GSTIN', '369296450896540', 'format'],
  ['IN:GSTIN', '00AAPFU0939F1ZV', 'format'],
  ['IN:PAN', 'ABMXA3211G', 'format'],
  ['IN:TAN', 'MUM123456B', 'format'],
  ['IBAN', 'DE89370400440532013001', 'checksum'],
  ['IBAN', 'DE', 'format'],
  ['IFSC', 'HDFC1001234', 'format'],
  ['JP:T', '4835678256246', 'checksum'],
  ['CN:USCC', '91110000600037342L', 'checksum'],
  ['FR:SIREN', '404833047', 'checksum'],
  ['FR:SIRET', '73282932000075', 'checksum'],
  ['GB:VAT', 'GB802311781', 'checksum'],
  ['EU:VAT', 'DE136695978', 'checksum'],
  ['EU:VAT', 'US136695976', 'format'],
  ['EU:VAT', '136695976', 'format'],
  ['US:EIN', '07-1144442', 'format'],
  ['other', ' ', 'format'],
];

describe('identifiers', () => {
  it.each(valid)('%s %s is valid', (scheme, value) => {
    expect(checkIdentifier(scheme, value)).toEqual({ ok: true });
  });

  it.each(invalid)('%s %s is refused because of its %s', (scheme, value, reason) => {
    expect(checkIdentifier(scheme, value)).toEqual({ ok: false, reason });
  });

  it('with any single wrong character in a GSTIN are refused', () => {
    const good = '27AAPFU0939F1ZV';
    const wrong = Array.from(
      good,
      (char, at) =>
        good.slice(0, at) + (char === '7' ? '4' : /\d/.test(char) ? '7' : 'B') + good.slice(at + 1),
    );
    expect(wrong.filter((value) => checkIdentifier('IN:GSTIN', value).ok)).toEqual([]);
  });

  it('have one stored spelling', () => {
    expect(normaliseIdentifier('EU:VAT', ' fr 40 303.265-045 ')).toBe('FR40303265045');
    expect(normaliseIdentifier('other', ' a-1 ')).toBe('a-1');
  });
});

describe('postal codes', () => {
  it.each([
    ['IN', '400001', true],
    ['IN', '000001', false],
    ['FR', '75008', true],
    ['JP', '１００-０００１', true],
    ['CN', '10000', false],
    ['GB', 'sw1a 1aa', true],
    ['XX', 'AB-12', true],
    ['XX', '', false],
  ])('%s %s: %s', (country, value, expected) => {
    expect(isPostalCode(country, value)).toBe(expected);
  });
});
