import { decoded } from '../../files/text-encodings.ts';
import { ics } from '../../../test/files/ics.ts';
import { readCalendar } from './calendar-files.ts';

const daysOf = async (event: string) =>
  (await readCalendar(ics(event), '2026-06-15')).days.map(({ day }) => day);

describe('an iCalendar file', () => {
  it.each([
    [
      'a day of this year and three to come',
      'DTSTART;VALUE=DATE:20200814\r\nRRULE:FREQ=YEARLY',
      ['2026-08-14', '2027-08-14', '2028-08-14', '2029-08-14'],
    ],
    [
      'the fourth Thursday of November',
      'DTSTART;VALUE=DATE:20251127\r\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
      ['2026-11-26', '2027-11-25', '2028-11-23', '2029-11-22'],
    ],
    [
      '29 February only where there is one',
      'DTSTART;VALUE=DATE:20240229\r\nRRULE:FREQ=YEARLY',
      ['2028-02-29'],
    ],
    [
      'until a day',
      'DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=YEARLY;UNTIL=20270601',
      ['2026-01-01', '2027-01-01'],
    ],
    [
      'so many times, from the first',
      'DTSTART;VALUE=DATE:20240101\r\nRRULE:FREQ=YEARLY;COUNT=4',
      ['2026-01-01', '2027-01-01'],
    ],
    [
      'but not when excepted',
      'DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=YEARLY;COUNT=3\r\nEXDATE;VALUE=DATE:20270101',
      ['2026-01-01', '2028-01-01'],
    ],
    [
      'the day that a time names',
      'DTSTART;TZID=Asia/Tokyo:20260101T000000\r\nDTEND;TZID=Asia/Tokyo:20260102T000000',
      ['2026-01-01'],
    ],
    [
      'every day that it touches',
      'DTSTART:20261231T220000Z\r\nDTEND:20270101T020000Z',
      ['2026-12-31', '2027-01-01'],
    ],
    [
      'a week',
      'DTSTART;VALUE=DATE:20261001\r\nDURATION:P1W',
      ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-10-${day}`),
    ],
    ['nothing of what is cancelled', 'DTSTART;VALUE=DATE:20260101\r\nSTATUS:CANCELLED', []],
  ])('gives %s', async (_what, event, expected) => {
    expect(await daysOf(`${event}\r\nSUMMARY:Feast`)).toEqual(expected);
  });

  it('moves, renames or drops one day of an event where another entry overrides it', async () => {
    const uid = 'UID:republic@feasts';
    const yearly = `${uid}\r\nDTSTART;VALUE=DATE:20250126\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:Republic Day`;
    const otherwise = (year: number, day: string, more: string) =>
      `${uid}\r\nRECURRENCE-ID;VALUE=DATE:${year}0126\r\nDTSTART;VALUE=DATE:${year}${day}\r\n${more}`;
    const file = ics(
      otherwise(2027, '0127', 'SUMMARY:Republic Day'),
      yearly,
      otherwise(2028, '0126', 'SUMMARY:Renamed'),
      otherwise(2029, '0126', 'STATUS:CANCELLED\r\nSUMMARY:Republic Day'),
      'UID:other@feasts\r\nDTSTART;VALUE=DATE:20270126\r\nSUMMARY:Another feast',
    );
    expect(await readCalendar(file, '2026-06-15')).toEqual({
      days: [
        { day: '2026-01-26', name: 'Republic Day' },
        { day: '2027-01-26', name: 'Another feast' },
        { day: '2027-01-27', name: 'Republic Day' },
        { day: '2028-01-26', name: 'Renamed' },
      ],
      left: [],
    });
    const forGood = otherwise(2027, '0127', 'SUMMARY:From now on').replace(';', ';RANGE=THISANDFUTURE;');
    expect(await readCalendar(ics(yearly, forGood), '2026-06-15')).toEqual({
      days: [],
      left: ['Republic Day', 'From now on'],
    });
  });

  it('shortens a long name without cutting a character in two', async () => {
    const event = `DTSTART;VALUE=DATE:20260701\r\nSUMMARY:${'n'.repeat(199)}😀😀`;
    expect((await readCalendar(ics(event), '2026-06-15')).days).toEqual([
      { day: '2026-07-01', name: 'n'.repeat(199) },
    ]);
  });

  it.each([
    ['FREQ=SECONDLY'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
    ['FREQ=YEARLY;BYYEARDAY=100'],
    ['FREQ=YEARLY;BYWEEKNO=20'],
    ['FREQ=YEARLY;INTERVAL=999'],
    ['FREQ=YEARLY;BYMONTH=5;BYDAY=MO'],
    ['FREQ=YEARLY\r\nRDATE;VALUE=DATE:20260105'],
    ['FREQ=YEARLY\r\nDTEND;VALUE=DATE:20260230'],
  ])('leaves out %s, and names it', async (rule) => {
    const event = `DTSTART;VALUE=DATE:20260101\r\nRRULE:${rule}\r\nSUMMARY:Odd\u202E one`;
    expect(await readCalendar(ics(event), '2026-06-15')).toEqual({ days: [], left: ['Odd  one'] });
  });

  it('leaves out a day that does not exist', async () => {
    const event = 'DTSTART;VALUE=DATE:20270230\r\nSUMMARY:Never';
    expect(await readCalendar(ics(event), '2026-06-15')).toEqual({ days: [], left: ['Never'] });
  });

  it('may not take longer than its days are worth, and does not block others meanwhile', async () => {
    const day = Array.from({ length: 31 }, (_none, no) => no + 1).join(',');
    const event = `DTSTART;VALUE=DATE:19000101\r\nRRULE:FREQ=YEARLY;BYMONTH=1,3;BYMONTHDAY=${day};COUNT=2000\r\nSUMMARY:A`;
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    const read = readCalendar(ics(...Array.from({ length: 1990 }, () => event)), '2026-06-15');
    await expect(read).rejects.toMatchObject({ code: 'CALENDAR_TOO_LARGE' });
    clearInterval(others);
    expect(turns).toBeGreaterThan(10);
  });

  it.each([
    ['UTF-16', null, 'Noël', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['Latin-1', 'FR', 'Noël', (text: string) => Buffer.from(text, 'latin1')],
    // 元日 in Shift_JIS.
    [
      'Shift_JIS',
      'JP',
      '元日',
      (text: string) => Buffer.from(text.replace('元日', '\u008C\u00B3\u0093\u00FA'), 'latin1'),
    ],
  ])('can be read in %s', (_encoding, country, name, encoded) => {
    const text = ics(`DTSTART;VALUE=DATE:20261225\r\nSUMMARY:${name}`);
    expect(decoded(encoded(text), country)).toBe(text);
  });
});
