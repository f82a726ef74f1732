import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type {
  Holiday,
  HolidayCalendar,
  holidayCalendars,
} from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getHolidayCalendar } from './holiday-calendars.queries.ts';

type Fields = Omit<ParsedInputOf<typeof holidayCalendars.create>, 'id'>;

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

/** Days belong to the calendar, so a change of any day raises its version. Returns how many were written. */
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

/** As `writeDays`; refuses NOT_FOUND if nothing was written. */
async function writeOne(...given: Parameters<typeof writeDays>): Promise<HolidayCalendar> {
  const { calendar, written } = await writeDays(...given);
  if (written === 0) throw new Refusal('NOT_FOUND');
  return calendar;
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `day`. */
export const addDay = (
  db: Db,
  { id, day, name }: ParsedInputOf<typeof holidayCalendars.addDay>,
  version: number,
): Promise<HolidayCalendar> =>
  writeOne(db, { id, version }, () =>
    db.insertInto('holiday').values({ calendarId: id, day, name }).returning('day').execute(),
  );

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `day` if the other day exists. */
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

/** Days that exist stay as they are. Refuses NOT_FOUND, VERSION_CONFLICT. */
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
