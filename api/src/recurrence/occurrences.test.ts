import { compilePreset } from '@daybook/contracts/recurrence/presets';
import type { Preset } from '@daybook/contracts/recurrence/presets';
import { nominalDates } from './occurrences.ts';
import ofDateutil from './dateutil.fixture.json' with { type: 'json' };
import examples from './rfc5545.fixture.json' with { type: 'json' };

const datesOf = (rrule: string, startsOn: string, most = 100_000, until: string | null = null) =>
  nominalDates({ rrule, startsOn }, { from: startsOn, until, most });

describe('the example dates', () => {
  it.each<[string, Preset, string, string[]]>([
    [
      'the 31st',
      { kind: 'day_of_month', every: 1, day: 31, shortMonths: 'clamp' },
      '2025-01-31',
      ['2025-01-31', '2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31', '2025-06-30', '2025-07-31'],
    ],
    [
      'quarterly on the 30th',
      { kind: 'day_of_month', every: 3, day: 30, shortMonths: 'clamp' },
      '2024-11-30',
      ['2024-11-30', '2025-02-28', '2025-05-30', '2025-08-30', '2025-11-30'],
    ],
    [
      'yearly on 29 February',
      { kind: 'yearly', every: 1, month: 2, day: 29, shortMonths: 'clamp' },
      '2024-02-29',
      ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
    ],
    [
      'the last working day',
      { kind: 'last_working_day', every: 1 },
      '2025-01-01',
      ['2025-01-31', '2025-02-28', '2025-03-31', '2025-04-30', '2025-05-30', '2025-06-30'],
    ],
    [
      'the 15th and the last',
      { kind: 'fifteenth_and_last', every: 1 },
      '2025-01-01',
      ['2025-01-15', '2025-01-31', '2025-02-15', '2025-02-28'],
    ],
  ])('falls on them: %s', (_name, preset, startsOn, dates) => {
    expect(datesOf(compilePreset(preset), startsOn, dates.length)).toEqual(dates);
  });
});

describe('the examples of RFC 5545', () => {
  it.each(examples)('falls on them: $rrule', ({ rrule, startsOn, dates }) => {
    expect(datesOf(rrule, startsOn, dates.length)).toEqual(dates);
  });
});

// Rules of the kinds that python-dateutil is tested with, each with a first day (before a leap day, at the end of a year, within
// a week) and the first six days before 2060 that dateutil 2.9 finds. Rules with numbered and plain weekdays are left out, because
// dateutil requires a day to be both, and RFC 5545 either.
it('601 rules fall on the days that another library finds', () => {
  const found = ofDateutil.map((line) => {
    const [rrule = '', startsOn = ''] = line.split(' ');
    return [rrule, startsOn, ...datesOf(rrule, startsOn, 6, '2059-12-31')].join(' ');
  });
  expect(found).toHaveLength(601);
  expect(found).toEqual(ofDateutil);
});

it('a rule without days has none, and the search for one ends', () => {
  const oddYears = { rrule: 'FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29', startsOn: '2025-01-01' };
  expect(nominalDates(oddYears, { from: '2025-01-01', until: null, most: 1 })).toEqual([]);
});
