import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type {
  Holiday,
  HolidayCalendar,
  holidayCalendars,
} from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches, normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { whereGiven } from '../../db/where-given.ts';

type ListInput = ParsedInputOf<typeof holidayCalendars.list>;
type Fields = Omit<ParsedInputOf<typeof holidayCalendars.create>, 'id'>;

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

const kept = (fields: Fields) => ({ ...fields, searchText: normalise(fields.name, fields.regionCode) });

/** Refuses ALREADY_EXISTS on `name`. */
export async function createHolidayCalendar(
  db: Db,
  { id = uuidv7(), ...fields }: Fields & { id?: string | undefined },
): Promise<HolidayCalendar> {
  await db
    .insertInto('holidayCalendar')
    .values({ id, ...kept(fields) })
    .execute();
  return getHolidayCalendar(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `name`. */
export async function editHolidayCalendar(
  db: Db,
  { id, active, ...fields }: ParsedInputOf<typeof holidayCalendars.edit>,
  version: number,
): Promise<HolidayCalendar> {
  await lockCalendar(db, id, version);
  await db
    .updateTable('holidayCalendar')
    .set({ ...kept(fields), active, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getHolidayCalendar(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCED while a rule names it. */
export async function removeHolidayCalendar(db: Db, id: string, version: number): Promise<void> {
  await lockCalendar(db, id, version);
  await db.deleteFrom('holidayCalendar').where('id', '=', id).execute();
}

const lockCalendar = (db: Db, id: string, version: number) =>
  lockAtVersion(db, 'holidayCalendar', id, version, () => getHolidayCalendar(db, id));

/** Its days count to the calendar: what changes any of them makes a new version of it. Answers how many were written. */
async function writeDays(
  db: Db,
  { id, version }: { id: string; version: number },
  write: () => Promise<readonly unknown[]>,
): Promise<{ calendar: HolidayCalendar; written: number }> {
  await lockCalendar(db, id, version);
  const { length: written } = await write();
  if (written > 0) await db.updateTable('holidayCalendar').set(nextVersion).where('id', '=', id).execute();
  return { calendar: await getHolidayCalendar(db, id), written };
}

/** As `writeDays`; refuses NOT_FOUND where there was none to write. */
async function writeOne(...given: Parameters<typeof writeDays>): Promise<HolidayCalendar> {
  const { calendar, written } = await writeDays(...given);
  if (written === 0) throw new Refusal('NOT_FOUND');
  return calendar;
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

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `day`. */
export const addDay = (
  db: Db,
  { id, day, name }: ParsedInputOf<typeof holidayCalendars.addDay>,
  version: number,
): Promise<HolidayCalendar> =>
  writeOne(db, { id, version }, () =>
    db.insertInto('holiday').values({ calendarId: id, day, name }).returning('day').execute(),
  );

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `day` when it is moved to another one. */
export const editDay = (
  db: Db,
  { id, was, day, name }: ParsedInputOf<typeof holidayCalendars.editDay>,
  version: number,
): Promise<HolidayCalendar> =>
  writeOne(db, { id, version }, () =>
    db
      .updateTable('holiday')
      .set({ day, name })
      .where('calendarId', '=', id)
      .where('day', '=', was)
      .returning('day')
      .execute(),
  );

/** Refuses NOT_FOUND, VERSION_CONFLICT. */
export const removeDay = (
  db: Db,
  { id, day }: ParsedInputOf<typeof holidayCalendars.removeDay>,
  version: number,
): Promise<HolidayCalendar> =>
  writeOne(db, { id, version }, () =>
    db.deleteFrom('holiday').where('calendarId', '=', id).where('day', '=', day).returning('day').execute(),
  );

/** Days that are there stay as they are. Refuses NOT_FOUND, VERSION_CONFLICT. */
export async function bringDays(
  db: Db,
  { id, days }: { id: string; days: readonly Holiday[] },
  version: number,
): Promise<{ calendar: HolidayCalendar; added: number; present: number }> {
  const { calendar, written } = await writeDays(db, { id, version }, async () =>
    days.length === 0
      ? []
      : db
          .insertInto('holiday')
          .values(days.map(({ day, name }) => ({ calendarId: id, day, name })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('day')
          .execute(),
  );
  return { calendar, added: written, present: days.length - written };
}
