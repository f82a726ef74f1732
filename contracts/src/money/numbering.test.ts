import {
  checkNumber,
  checkNumberFormat,
  fiscalYearOf,
  formatNumber,
  numberFrame,
  type SeriesFormat,
} from './numbering.ts';

const APRIL = '04-01';

describe('fiscal years', () => {
  it.each([
    ['2026-03-31', APRIL, '2025-04-01', '2026-03-31'],
    ['2026-04-01', APRIL, '2026-04-01', '2027-03-31'],
    ['2026-12-31', '01-01', '2026-01-01', '2026-12-31'],
    ['2024-01-15', '03-01', '2023-03-01', '2024-02-29'],
  ])('%s in a year that begins on %s', (date, fyStart, start, end) => {
    expect(fiscalYearOf(date, fyStart)).toEqual({ start, end });
  });
});

const number = (format: string, issueDate: string, seq: number, fyStart = APRIL) =>
  formatNumber(format, { prefix: 'INV', issueDate, fyStart, seq });

describe('document numbers', () => {
  it('belong to the fiscal year of the issue date', () => {
    expect(number('{PFX}/{FY:25-26}/{SEQ:4}', '2026-03-31', 212)).toBe('INV/25-26/0212');
    expect(number('{FY:25-26}/{SEQ:4}', '2026-04-01', 1)).toBe('26-27/0001');
  });

  it.each([
    ['{PFX}-{FY:2025}-{MM}-{SEQ:3}', 'INV-2025-03-007'],
    ['{FY:25}{SEQ:5}/{PFX}', '2500007/INV'],
  ])('%s', (format, expected) => {
    expect(number(format, '2026-03-31', 7)).toBe(expected);
  });

  it('contain a calendar year once, and may outgrow the width', () => {
    expect(number('{FY:25-26}/{SEQ:2}', '2026-03-31', 123, '01-01')).toBe('26/123');
  });

  it('have a frame for the database', () => {
    expect(
      numberFrame('{PFX}/{SEQ:4}/{MM}', { prefix: 'A', issueDate: '2026-03-31', fyStart: APRIL }),
    ).toEqual({
      before: 'A/',
      width: 4,
      after: '/03',
    });
  });
});

const check = (format: string, more: Partial<SeriesFormat> = {}) =>
  checkNumberFormat({
    format,
    prefix: 'INV',
    country: 'IN',
    fyStart: APRIL,
    restartsEachYear: true,
    ...more,
  });

describe('checking a format when it is saved', () => {
  it.each(['{PFX}/{FY:25-26}/{SEQ:6}', '{FY:25}-{SEQ:4}'])('accepts %s', (format) => {
    expect(check(format).ok).toBe(true);
  });

  it('includes the first number, which may have more digits than the sequence', () => {
    expect(check('{PFX}/{FY:25-26}/{SEQ:4}', { start: 1_234_567 })).toEqual({
      ok: false,
      code: 'NUMBER_FORMAT_TOO_LONG',
    });
  });

  it.each([
    ['{PFX}/{FY:25-26}/{SEQ:7}', 'NUMBER_FORMAT_TOO_LONG'],
    ['{PFX}_{FY:25}{SEQ:4}', 'NUMBER_FORMAT_CHARACTERS'],
    ['/{FY:25}{SEQ:4}', 'NUMBER_FORMAT_CHARACTERS'],
    ['{PFX}{SEQ:4}', 'NUMBER_FORMAT_FISCAL_YEAR'],
    ['{PFX}{FY:25}', 'NUMBER_FORMAT_SEQ_ONCE'],
    ['{FY:25}{SEQ:4}{SEQ:4}', 'NUMBER_FORMAT_SEQ_ONCE'],
    ['{FY:24-25}{SEQ:4}', 'NUMBER_FORMAT_TOKEN'],
    ['{FY:25}{SEQ:4}}', 'NUMBER_FORMAT_TOKEN'],
  ])('refuses %s with %s', (format, code) => {
    expect(check(format)).toEqual({ ok: false, code });
  });

  it('applies the law of the country', () => {
    expect(check('{PFX}/{FY:25-26}/{SEQ:7}', { country: 'FR' })).toEqual({
      ok: true,
      longest: 'INV/25-26/9999999',
    });
    expect(check('{PFX}{SEQ:4}', { restartsEachYear: false }).ok).toBe(true);
    expect(checkNumber('INV/25-26/1000000', 'IN')).toBe('NUMBER_FORMAT_TOO_LONG');
  });
});
