import { addDays } from '@daybook/contracts/plain-date';
import { previewedDays, recurrence } from '@daybook/contracts/recurrence/preview';
import { implement } from '../http/implement.ts';
import { todaysDate } from '../settings/todays-date.ts';
import { occurrencesAfter } from './plan-series.ts';
import { workingCalendars } from './working-calendars.ts';

/** Refuses REFERENCE_UNKNOWN on the calendar. */
export const recurrenceRoutes = implement(
  'recurrence',
  recurrence,
)({
  preview: async ({ db, input: { rule, startsOn = todaysDate() } }) => {
    const calendars = await workingCalendars(db, [rule.calendarId]);
    const days = occurrencesAfter(
      { kind: 'task', ...rule, startsOn, lastOn: null },
      { calendar: calendars(rule.calendarId), exceptions: new Map() },
      { after: addDays(startsOn, -1), most: previewedDays },
    );
    return {
      days: days.map(({ nominal, due, makeOn, off }) => ({ nominal, due, makeOn, off })),
    };
  },
});
