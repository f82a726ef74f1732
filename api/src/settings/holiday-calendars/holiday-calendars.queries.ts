import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type {
  Holiday,
  HolidayCalendar,
  holidayCalendars,
} from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';

type ListInput = ParsedInputOf<typeof holidayCalendars.list>;

const byName = sql`holiday_calendar.name collate "und-x-icu"`;

const yearOf = sql<number>`extract(year from holiday.day)::int`;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('holidayCalendar'),
    { ...filter, q },
    {
      active: 'active',
      country: 'country',
      q: (text) => matches('holidayCalendar', text),
    },
  );

const withYears = (query: ReturnType<typeof found>) =>
  query.select((eb) => [
    'holidayCalendar.id',
    'holidayCalendar.version',
    'holidayCalendar.name',
    'holidayCalendar.country',
    'holidayCalendar.regionCode',
    'holidayCalendar.weekend',
    'holidayCalendar.active',
    jsonArrayFrom(
      eb
        .selectFrom('holiday')
        .whereRef('holiday.calendarId', '=', 'holidayCalendar.id')
        .select([yearOf.as('year'), sql<number>`count(*)::int`.as('days')])
        .groupBy(yearOf)
        .orderBy(yearOf, 'desc'),
    ).as('years'),
  ]);

export function listHolidayCalendars(db: Db, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: byName, of: (row: HolidayCalendar) => row.name },
    { by: sql.ref('holiday_calendar.id'), of: (row: HolidayCalendar) => row.id },
  ];
  return pageByKeyset(withYears(found(db, input)), keys, descending, input);
}

export const countHolidayCalendars = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getHolidayCalendar(db: Db, id: string): Promise<HolidayCalendar> {
  const row = await withYears(found(db, { filter: {} }))
    .where('holidayCalendar.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

export const daysOf = (db: Db, calendarId: string, year?: number): Promise<Holiday[]> =>
  whereGiven(
    db.selectFrom('holiday').select(['day', 'name']).where('calendarId', '=', calendarId),
    { year },
    {
      year: (year, eb) => [eb('day', '>=', `${year}-01-01`), eb('day', '<=', `${year}-12-31`)],
    },
  )
    .orderBy('day')
    .execute();
