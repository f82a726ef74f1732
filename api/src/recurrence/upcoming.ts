import { addDays } from '@daybook/contracts/plain-date';
import { fillTokens } from '@daybook/contracts/recurrence/period';
import type { SeriesFields } from '@daybook/contracts/recurrence/series';
import type { Upcoming } from '@daybook/contracts/recurrence/series-steps';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { endOf, termsOfClient } from './open-series.ts';
import { occurrencesAfter, periodOfOccurrence } from './plan-series.ts';
import type { Occurrence, Ruled } from './plan-series.ts';
import { standingOf } from './settle-missed.ts';
import type { DueSeries } from './series-due.ts';
import { exceptionsOf } from './series-due.ts';
import { workingCalendars } from './working-calendars.ts';

/** How far ahead a person looks. */
const mostShown = 12;

interface Told extends Ruled {
  title: string;
  fyStart: string;
  language: string;
}

export function movedOf({ movedFor }: Occurrence): Upcoming['moved'] {
  if (movedFor === null) return null;
  if ('reason' in movedFor) return { why: 'person', text: movedFor.reason };
  return movedFor.holiday === null
    ? { why: 'weekend', text: '' }
    : { why: 'holiday', text: movedFor.holiday };
}

function told(series: Told, occurrence: Occurrence): Upcoming {
  const period = periodOfOccurrence(series, occurrence.nominal, series.fyStart);
  return {
    nominal: occurrence.nominal,
    due: occurrence.due,
    makeOn: occurrence.makeOn,
    periodFrom: period.from,
    periodTo: period.to,
    title: fillTokens(series.title, period, series),
    moved: movedOf(occurrence),
    skipped: occurrence.skippedFor,
  };
}

/** What would come of terms that are not kept. Refuses as `openSeries` does. */
export async function previewSeries(db: Db, user: CurrentUser, fields: SeriesFields) {
  const { fyStart, language, today } = await termsOfClient(db, user, fields);
  const calendars = await workingCalendars(db, [fields.rule.calendarId]);
  const series = { ...fields.rule, ...fields, lastOn: endOf(fields), fyStart, language };
  const ahead = occurrencesAfter(
    series,
    { calendar: calendars(fields.rule.calendarId), exceptions: new Map() },
    { after: addDays(fields.startsOn, -1), most: 800 },
  );
  const missed = ahead.filter(({ makeOn }) => makeOn < today);
  const next = ahead.slice(missed.length, missed.length + mostShown);
  return {
    next: next.map((one) => told(series, one)),
    missed: missed.map((one) => told(series, one)),
  };
}

/** The next twelve of a series, and what of it was missed. */
export async function upcomingOf(db: Db, series: DueSeries) {
  const { missed, ahead } = await standingOf(db, series);
  return {
    next: ahead.slice(0, mostShown).map((one) => told(series, one)),
    missed: missed.map((one) => told(series, one)),
  };
}

/** The occurrence of a day of the rule that is not made yet; undefined on any other day. */
export async function occurrenceOn(
  db: Db,
  series: DueSeries,
  nominal: string,
): Promise<Occurrence | undefined> {
  const calendars = await workingCalendars(db, [series.calendarId]);
  const exceptions = await exceptionsOf(db, [series.id]);
  const [found] = occurrencesAfter(
    series,
    { calendar: calendars(series.calendarId), exceptions: exceptions(series.id) },
    { after: addDays(nominal, -1), most: 1 },
  );
  return found?.nominal === nominal ? found : undefined;
}
