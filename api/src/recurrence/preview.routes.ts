import { addDays } from '@daybook/contracts/plain-date';
import { previewedDays, recurrence } from '@daybook/contracts/recurrence/preview';
import { implement } from '../http/implement.ts';
import { todaysDate } from '../settings/todays-date.ts';
import { aroundTerms } from './around-series.ts';
import { occurrencesAfter } from './plan-series.ts';

/** Refuses REFERENCE_UNKNOWN on the calendar. */
export const recurrenceRoutes = implement(
  'recurrence',
  recurrence,
)({
  preview: async ({ db, input: { rule, startsOn = todaysDate() } }) => {
    const days = occurrencesAfter(
      { kind: 'task', ...rule, startsOn, lastOn: null },
      await aroundTerms(db, rule),
      { after: addDays(startsOn, -1), most: previewedDays },
    );
    return {
      days: days.map(({ nominal, due, makeOn, off }) => ({ nominal, due, makeOn, off })),
    };
  },
});
