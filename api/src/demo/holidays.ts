import type { OutputOf } from '@daybook/contracts/endpoint';
import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import type { Demo, Person } from './demo.ts';
import type { Country } from './entities.ts';

interface Sample {
  name: string;
  weekend: number[];
  /** Day of the year and name. Those that change from year to year are those of one year, as samples. */
  days: readonly (readonly [monthDay: string, name: string])[];
}

/** Days off as a person would import them from a file of their country; Daybook itself knows no holidays. */
const samples: Readonly<Record<Country, Sample>> = {
  IN: {
    name: 'India',
    weekend: [7],
    days: [
      ['0126', 'Republic Day'],
      ['0501', 'Maharashtra Day'],
      ['0815', 'Independence Day'],
      ['1002', 'Gandhi Jayanti'],
      ['1225', 'Christmas'],
    ],
  },
  FR: {
    name: 'France',
    weekend: [6, 7],
    days: [
      ['0101', 'Jour de l’an'],
      ['0501', 'Fête du Travail'],
      ['0508', 'Victoire 1945'],
      ['0714', 'Fête nationale'],
      ['0815', 'Assomption'],
      ['1101', 'Toussaint'],
      ['1111', 'Armistice 1918'],
      ['1225', 'Noël'],
    ],
  },
  JP: {
    name: '日本',
    weekend: [6, 7],
    days: [
      ['0101', '元日'],
      ['0211', '建国記念の日'],
      ['0429', '昭和の日'],
      ['0503', '憲法記念日'],
      ['0504', 'みどりの日'],
      ['0505', 'こどもの日'],
      ['0811', '山の日'],
      ['1103', '文化の日'],
      ['1123', '勤労感謝の日'],
    ],
  },
};

const fileOf = ({ days }: Sample, year: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...days.flatMap(([day, name]) => [
      'BEGIN:VEVENT',
      `DTSTART;VALUE=DATE:${year}${day}`,
      'RRULE:FREQ=YEARLY',
      `SUMMARY:${name}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** Creates the holiday calendar of each office and imports its days; returns the ids of the calendars. */
export async function makeHolidays(demo: Demo, admin: Person): Promise<ReadonlyMap<Country, string>> {
  const ids = new Map<Country, string>();
  for (const country of ['IN', 'FR', 'JP'] as const) {
    const sample = samples[country];
    const { name, weekend } = sample;
    const { id, version } = await admin.call(holidayCalendars.create, { name, country, weekend });
    const file = Buffer.from(fileOf(sample, demo.today.slice(0, 4)));
    const read: OutputOf<typeof holidayCalendars.readFile> = await admin.send(
      holidayCalendars.readFile,
      { id },
      file,
    );
    const days = read.days.map((one) => ({ day: one.day, name: one.name }));
    await admin.call(holidayCalendars.bring, { id, days }, version);
    ids.set(country, id);
  }
  return ids;
}
