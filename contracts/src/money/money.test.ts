import { exponentOf, CurrencyCode } from './currency.ts';
import { canonicalDecimal, Percentage, Quantity, Rate, UnitPrice } from './decimal.ts';
import { largestRemainder, ratioOf, round } from './exact.ts';
import {
  convert,
  fromDecimal,
  Minor,
  minor,
  percentOf,
  proportion,
  roundTo,
  share,
  sum,
  toDecimal,
} from './money.ts';

describe('currencies', () => {
  it.each([
    [0, 'JPY KRW CLP ISK VND XOF XAF PYG UGX RWF'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [4, 'CLF UYW'],
    [2, 'EUR USD INR CNY CHF GBP'],
  ])('CUR: have %i decimals', (exponent, codes) => {
    expect(codes.split(' ').map(exponentOf)).toEqual(codes.split(' ').map(() => exponent));
  });

  it('refuse codes that are not in ISO 4217', () => {
    expect(() => exponentOf('EURO')).toThrow(RangeError);
    expect(['XXX', 'eur', ''].map((code) => CurrencyCode.safeParse(code).success)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('minor units', () => {
  it('accept the string of a bigint column', () => {
    expect([minor('250'), minor(-3n), minor(0)]).toEqual([250, -3, 0]);
    expect(Object.is(minor(-0), 0)).toBe(true);
  });

  it.each([0.5, '', '1.5', 'x', Number.NaN, 2 ** 53, '9007199254740993'])('refuse %s', (value) => {
    expect(() => minor(value)).toThrow(RangeError);
    expect(Minor.safeParse(value).success).toBe(false);
  });

  it('add up exactly with intermediate sums beyond the safe limit; a final sum beyond it is refused', () => {
    const most = minor(Number.MAX_SAFE_INTEGER);
    expect(sum([most, minor(2), minor(-3)])).toBe(Number.MAX_SAFE_INTEGER - 1);
    expect(() => sum([most, minor(1)])).toThrow(RangeError);
  });

  it.each([
    [123450, 'EUR', '1234.50'],
    [-5, 'EUR', '-0.05'],
    [7, 'JPY', '7'],
    [1, 'KWD', '0.001'],
    [0, 'CLF', '0.0000'],
  ])('%i %s converts to %s and back', (amount, currency, decimal) => {
    expect(toDecimal(minor(amount), currency)).toBe(decimal);
    expect(fromDecimal(decimal, currency)).toBe(amount);
  });

  it('are never rounded when parsed from outside', () => {
    expect(fromDecimal('1.500', 'EUR')).toBe(150);
    expect(() => fromDecimal('1.005', 'EUR')).toThrow(RangeError);
  });
});

describe('rounding', () => {
  it.each([
    ['0.5', 1n, 0n],
    ['-0.5', -1n, 0n],
    ['1.4999', 1n, 1n],
    ['-1.9', -2n, -1n],
    ['2', 2n, 2n],
  ])('of %s goes half up, or towards zero with floor', (value, halfUp, floor) => {
    expect([round(ratioOf(value)), round(ratioOf(value), 'floor')]).toEqual([halfUp, floor]);
  });

  it('is exact for values that floats cannot represent', () => {
    expect(percentOf(minor(100_500), '1.005')).toBe(1010);
    expect(percentOf(minor(9_007_199_254_740_991), '100')).toBe(9_007_199_254_740_991);
  });

  it('goes to a multiple of a step', () => {
    expect([roundTo(minor(1003), 5), roundTo(minor(-1702), 100), roundTo(minor(150), 100, 'floor')]).toEqual([
      1005, -1700, 100,
    ]);
  });

  it('applies once when converting between currencies with different decimals', () => {
    expect(convert(minor(10_000), 'EUR', 'JPY', '162.4567')).toBe(16_246);
    expect(convert(minor(100), 'JPY', 'KWD', '0.0021')).toBe(210);
    expect(proportion(minor(4500), minor(11_800), minor(59_000))).toBe(900);
  });
});

describe('shares', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [1, [0, 5, 5], [0, 1, 0]],
    [10, [300, -100], [15, -5]],
    [10, [-1, -1], [5, 5]],
    [0, [1, -1], [0, 0]],
    [0, [], []],
  ])('of %i by the weights %j add up', (total, weights, parts) => {
    expect(share(minor(total), weights.map(minor))).toEqual(parts);
  });

  it('are refused for weights that add up to 0', () => {
    expect(() => share(minor(1), [minor(0)])).toThrow(RangeError);
  });

  it('are refused for a total that is not the rounded sum of the quotas', () => {
    expect(() => largestRemainder([ratioOf('1.5')], 9n)).toThrow(RangeError);
  });
});

describe('decimals', () => {
  it.each([
    [
      Quantity,
      ['1', '-0.5', '9999999999.9999'],
      ['0', '-0.0000', '1.00001', '10000000000', '', '1e3', '01', '+1', '1,5', '.5'],
    ],
    [UnitPrice, ['0', '123456789012.123456'], ['-1', '1234567890123']],
    [Rate, ['18', '28.125', '999.999999'], ['1000', '-1']],
    [Percentage, ['100', '0', '33.333333'], ['100.000001']],
  ])('fit the width of their column', (schema, good, bad) => {
    expect(good.filter((value) => !schema.safeParse(value).success)).toEqual([]);
    expect(bad.filter((value) => schema.safeParse(value).success)).toEqual([]);
  });

  it('have one spelling', () => {
    expect(['21.000000', '100', '0.50', '-0.0', '0'].map(canonicalDecimal)).toEqual([
      '21',
      '100',
      '0.5',
      '0',
      '0',
    ]);
  });

  it.each(['', '-', '1.', '.5', 'NaN'])('refuse to compute with "%s"', (text) => {
    expect(() => ratioOf(text)).toThrow(RangeError);
  });
});
