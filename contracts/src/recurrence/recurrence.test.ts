import fc from 'fast-check';
import { RecurrenceRule } from './rule.ts';
import { fillTokens, periodName, periodOf, unknownTokens, withoutTokens } from './period.ts';
import { readPattern, weekdays, writePattern } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { compilePreset, presetOf } from './presets.ts';
import type { Preset } from './presets.ts';

const patternOf = (rrule: string): Pattern => {
  const read = readPattern(rrule);
  if ('pattern' in read) return read.pattern;
  throw new Error(read.fault);
};

describe('a recurrence rule', () => {
  it.each([
    ['', 'RULE_MALFORMED'],
    ['every month', 'RULE_MALFORMED'],
    ['FREQ=MONTHLY;BYMONTHDAY=', 'RULE_MALFORMED'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'RULE_MALFORMED'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'RULE_MALFORMED'],
    ['FREQ=MONTHLY;BYMONTHDAY=1;BYMONTHDAY=2', 'RULE_MALFORMED'],
    ['FREQ=MONTHLY;INTERVAL=0;BYMONTHDAY=1', 'RULE_MALFORMED'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'RULE_MALFORMED'],
    ['FREQ=HOURLY', 'RULE_PART'],
    ['FREQ=MONTHLY;BYMONTHDAY=1;COUNT=3', 'RULE_PART'],
    ['FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20300101', 'RULE_PART'],
    ['FREQ=YEARLY;BYYEARDAY=100', 'RULE_PART'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', 'RULE_PART'],
    ['FREQ=WEEKLY;BYDAY=SU;WKST=SU', 'RULE_PART'],
    ['FREQ=DAILY;BYDAY=MO', 'RULE_PART'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'RULE_PART'],
    ['FREQ=DAILY;INTERVAL=900', 'RULE_INTERVAL'],
    // Starting on the 31st, it would skip every short month.
    ['FREQ=MONTHLY', 'RULE_DAY_MISSING'],
    ['FREQ=WEEKLY', 'RULE_DAY_MISSING'],
    ['FREQ=YEARLY;BYMONTHDAY=1', 'RULE_DAY_MISSING'],
    ['FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=3', 'RULE_DAYS_CLASH'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'RULE_NEVER'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'RULE_NEVER'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=3', 'RULE_NEVER'],
  ])('is refused: %s', (rrule, fault) => {
    expect(readPattern(rrule)).toEqual({ fault });
    const refused = RecurrenceRule.safeParse({ rrule });
    expect(refused.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: ['rrule'], message: fault },
    ]);
  });

  it('is stored in one form', () => {
    const { rrule } = RecurrenceRule.parse({
      rrule: ' RRULE:BYDAY=MO,-1FR;FREQ=MONTHLY;WKST=MO;INTERVAL=1 ',
    });
    expect(rrule).toBe('FREQ=MONTHLY;BYDAY=MO,-1FR');
    expect(writePattern(patternOf(rrule))).toBe(rrule);
    expect(writePattern(patternOf('FREQ=MONTHLY;BYMONTHDAY=15,+15,15'))).toBe('FREQ=MONTHLY;BYMONTHDAY=15');
    expect(writePattern(patternOf('FREQ=MONTHLY;BYDAY=1MO,+1MO,MO'))).toBe('FREQ=MONTHLY;BYDAY=1MO,MO');
  });
});

const every = fc.integer({ min: 1, max: 12 });
const ofMonth = { day: fc.integer({ min: 1, max: 31 }), shortMonths: fc.constantFrom('clamp', 'skip') };
const anyPreset = fc.oneof(
  fc.record({ kind: fc.constant('days'), every }),
  fc.record({ kind: fc.constant('weeks'), every, weekdays: fc.subarray([...weekdays], { minLength: 1 }) }),
  fc.record({ kind: fc.constant('day_of_month'), every, ...ofMonth }),
  fc.record({ kind: fc.constantFrom('last_day', 'last_working_day', 'fifteenth_and_last'), every }),
  fc.record({
    kind: fc.constant('nth_weekday'),
    every,
    nth: fc.constantFrom(1, 2, 3, 4, -1),
    weekday: fc.constantFrom(...weekdays),
  }),
  fc.record({
    kind: fc.constant('months_of_year'),
    months: fc.subarray([1, 3, 5, 7, 8, 10, 12], { minLength: 1 }),
    ...ofMonth,
  }),
  fc.record({ kind: fc.constant('yearly'), every, month: fc.constantFrom(1, 5, 12), ...ofMonth }),
) as fc.Arbitrary<Preset>;

describe('presets', () => {
  it('compile to rules, and are recognised from them', () => {
    fc.assert(
      fc.property(anyPreset, (preset) => {
        const again = presetOf(compilePreset(preset));
        // Every month has a 28th, so the rule does not say what happens in short months.
        const isSilent = 'day' in preset && preset.day <= 28;
        expect(again).toEqual(isSilent ? { ...preset, shortMonths: 'clamp' } : preset);
        expect(compilePreset(preset)).toBe(again && compilePreset(again));
      }),
    );
  });

  it('distinguish "the 28th" from "the last day"', () => {
    expect(compilePreset({ kind: 'day_of_month', every: 1, day: 28, shortMonths: 'clamp' })).toBe(
      'FREQ=MONTHLY;BYMONTHDAY=28',
    );
    expect(compilePreset({ kind: 'last_day', every: 1 })).toBe('FREQ=MONTHLY;BYMONTHDAY=-1');
  });

  it('do not include rules that were written by hand', () => {
    expect(presetOf('FREQ=MONTHLY;BYDAY=1MO,3MO')).toBeNull();
    expect(presetOf('nonsense')).toBeNull();
  });
});

describe('the period of an occurrence', () => {
  const around = { fyStart: '04-01', nominalAt: (): string => '', isBilled: false };
  it.each([
    // They include a return for the previous month, one for a quarter of the fiscal year, and a yearly one.
    ['FREQ=MONTHLY;BYMONTHDAY=20', '2026-04-20', -1, '2026-03-01', '2026-03-31'],
    ['FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', '2026-02-28', 0, '2026-02-01', '2026-02-28'],
    ['FREQ=MONTHLY;BYMONTH=1,5,7,10;BYMONTHDAY=-1', '2026-07-31', -1, '2026-04-01', '2026-06-30'],
    ['FREQ=MONTHLY;BYMONTH=1,5,7,10;BYMONTHDAY=-1', '2026-05-31', -1, '2026-01-01', '2026-03-31'],
    ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1', '2026-01-01', 0, '2026-01-01', '2026-03-31'],
    ['FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=31', '2026-07-31', -1, '2025-04-01', '2026-03-31'],
    ['FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=1', '2026-01-01', 1, '2026-06-01', '2026-10-31'],
    ['FREQ=WEEKLY;BYDAY=FR', '2026-01-02', 0, '2025-12-29', '2026-01-04'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-01-05', -1, '2025-12-22', '2026-01-04'],
    ['FREQ=DAILY;INTERVAL=10', '2026-01-05', 1, '2026-01-15', '2026-01-24'],
  ])('%s on %s, %d: %s – %s', (rrule, nominal, offset, from, to) => {
    expect(periodOf(patternOf(rrule), nominal, offset, around)).toEqual({ from, to });
  });

  it('lies between two occurrences if a month has several', () => {
    const days = ['2025-12-15', '2025-12-31', '2026-01-15', '2026-01-31'];
    const nominalAt = (steps: number) => days[2 + steps] ?? '';
    const pattern = patternOf('FREQ=MONTHLY;BYMONTHDAY=15,-1');
    const periods = (isBilled: boolean) =>
      [-1, 0].map((offset) => {
        const period = periodOf(pattern, '2026-01-15', offset, { fyStart: '01-01', nominalAt, isBilled });
        return `${period.from} ${period.to}`;
      });
    // Work covers the days up to its own day. An invoice covers the days from its own day on, or the days before it.
    expect(periods(false)).toEqual(['2025-12-16 2025-12-31', '2026-01-01 2026-01-15']);
    expect(periods(true)).toEqual(['2025-12-31 2026-01-14', '2026-01-15 2026-01-30']);
  });

  it('is written in the person’s language', () => {
    const march = { from: '2026-03-01', to: '2026-03-31' };
    const quarter = { from: '2026-01-01', to: '2026-03-31' };
    expect(['en', 'fr', 'ja', 'zh'].map((language) => periodName(march, language))).toEqual([
      'March 2026',
      'mars 2026',
      '2026年3月',
      '2026年3月',
    ]);
    expect(periodName(quarter, 'en')).toBe('January – March 2026');
    expect(
      fillTokens('TDS {quarter} {fy}: {period}, {half} {year} {odd}', quarter, {
        language: 'en',
        country: 'IN',
        fyStart: '04-01',
      }),
    ).toBe('TDS Q4 2025-26: January – March 2026, H2 2026 {odd}');
    const inEnglish = (country: string) =>
      fillTokens('{fy} {from}', march, { language: 'en', country, fyStart: '01-01' });
    expect(inEnglish('US')).toBe('2026 Mar 1, 2026');
    expect(inEnglish('IN')).toBe('2026 1 Mar 2026');
    expect(
      ['GSTR-3B {month}', 'TDS {quarter} ({fy})', '{fy}: Audit – {odd}', '{month}'].map(withoutTokens),
    ).toEqual(['GSTR-3B', 'TDS', 'Audit – {odd}', '{month}']);
    expect(unknownTokens('{month} {monht} {} {Month} { month }')).toEqual(['monht', '', 'Month', ' month ']);
  });
});
