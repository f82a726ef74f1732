import { addDays } from '@daybook/contracts/plain-date';
import { previewedDays, recurrence } from '@daybook/contracts/recurrence/preview';
import { dayOff, saturdayAndSunday, shifted } from '@daybook/contracts/recurrence/working-days';
import type { WorkingCalendar } from '@daybook/contracts/recurrence/working-days';
import { refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { implement } from '../http/implement.ts';
import { daysOf } from '../settings/holiday-calendars.queries.ts';
import { todaysDate } from '../settings/todays-date.ts';
import { nominalDates } from './occurrences.ts';

/** Refuses REFERENCE_UNKNOWN on the calendar. */
async function calendarOf(db: Db, id: string | null): Promise<WorkingCalendar> {
  if (id === null) return saturdayAndSunday;
  const found = await db
    .selectFrom('holidayCalendar')
    .select('weekend')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw refuseField('REFERENCE_UNKNOWN', 'rule.calendarId');
  const days = await daysOf(db, id);
  return { weekend: found.weekend, holidays: new Map(days.map(({ day, name }) => [day, name])) };
}

export const recurrenceRoutes = implement(
  'recurrence',
  recurrence,
)({
  preview: async ({ db, input: { rule, startsOn = todaysDate() } }) => {
    const calendar = await calendarOf(db, rule.calendarId);
    const days = nominalDates(
      { rrule: rule.rrule, startsOn },
      { from: startsOn, until: null, most: previewedDays },
    );
    return {
      days: days.map((nominal) => {
        const due = shifted(calendar, nominal, rule.shift);
        return {
          nominal,
          due,
          makeOn: addDays(due, -rule.leadDays),
          off: due === nominal ? null : dayOff(calendar, nominal),
        };
      }),
    };
  },
});
