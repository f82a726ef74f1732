import { meetsRange } from './contract-range.ts';

describe('meetsRange', () => {
  it.each([
    ['1.0.0', '^1.0.0', true],
    ['1.4.2', '^1.4.2', true],
    ['1.4.2', '^1.3.9', true],
    ['1.10.0', '^1.9.0', true],
    ['1.4.1', '^1.4.2', false],
    ['1.4.2', '^1.5.0', false],
    ['2.0.0', '^1.0.0', false],
    ['1.9.9', '^2.0.0', false],
  ])('a host of %s and a remote that needs %s: %s', (version, range, expected) => {
    expect(meetsRange(version, range)).toBe(expected);
  });
});
