import type { Db } from '../db/database.ts';
import type { Around } from './plan-series.ts';
import { exceptionsOf, handledOf } from './series-due.ts';
import type { DueSeries } from './series-due.ts';
import { workingCalendars } from './working-calendars.ts';

type Own = Pick<DueSeries, 'id' | 'calendarId'>;

/** The days off of some series, and the changes of their single days. The answer throws for a calendar that is gone. */
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

/** The days off of terms that are no series yet, so no single day is changed. Throws as `aroundOf`. */
export async function aroundTerms(db: Db, { calendarId }: Pick<Own, 'calendarId'>): Promise<Around> {
  const calendars = await workingCalendars(db, [calendarId]);
  return { calendar: calendars(calendarId), exceptions: new Map(), handled: new Set() };
}
