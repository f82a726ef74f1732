import type { Db } from '../db/database.ts';
import type { Around } from './plan-series.ts';
import { exceptionsOf, handledOf } from './series-due.ts';
import type { DueSeries } from './series-due.ts';
import { workingCalendars } from './working-calendars.ts';

type Own = Pick<DueSeries, 'id' | 'calendarId'>;

/** The days off and the changed days of some series. The returned function throws if a calendar has been deleted. */
export async function aroundOf(db: Db, many: readonly Own[]): Promise<(series: Own) => Around> {
  const [calendars, exceptions, handled] = await Promise.all([
    workingCalendars(
      db,
      many.map(({ calendarId }) => calendarId),
    ),
    exceptionsOf(
      db,
      many.map(({ id }) => id),
    ),
    handledOf(
      db,
      many.map(({ id }) => id),
    ),
  ]);
  return ({ id, calendarId }) => ({
    calendar: calendars(calendarId),
    exceptions: exceptions(id),
    handled: handled(id),
  });
}

/** The days off for terms that are not a series yet, so no day has been changed. Throws as `aroundOf`. */
export async function aroundTerms(db: Db, { calendarId }: Pick<Own, 'calendarId'>): Promise<Around> {
  const calendars = await workingCalendars(db, [calendarId]);
  return { calendar: calendars(calendarId), exceptions: new Map(), handled: new Set() };
}
