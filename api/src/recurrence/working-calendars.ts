import { saturdayAndSunday } from '@daybook/contracts/recurrence/working-days';
import type { WorkingCalendar } from '@daybook/contracts/recurrence/working-days';
import { refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';

/**
 * The days off of the named calendars; a series without a calendar has Saturdays and Sundays off. The returned function refuses
 * REFERENCE_UNKNOWN on an unknown calendar.
 */
export async function workingCalendars(
  db: Db,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => WorkingCalendar> {
  const named = [...new Set(ids.flatMap((id) => id ?? []))];
  const calendars = new Map<string, WorkingCalendar>();
  if (named.length > 0) {
    const [rows, holidays] = await Promise.all([
      db.selectFrom('holidayCalendar').select(['id', 'weekend']).where('id', 'in', named).execute(),
      db
        .selectFrom('holiday')
        .select(['calendarId', 'day', 'name'])
        .where('calendarId', 'in', named)
        .execute(),
    ]);
    for (const { id, weekend } of rows) {
      const own = holidays.filter(({ calendarId }) => calendarId === id);
      calendars.set(id, { weekend, holidays: new Map(own.map(({ day, name }) => [day, name])) });
    }
  }
  return (id) => {
    const calendar = id === null ? saturdayAndSunday : calendars.get(id);
    if (!calendar) throw refuseField('REFERENCE_UNKNOWN', 'rule.calendarId');
    return calendar;
  };
}
