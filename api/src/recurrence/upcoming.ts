import { addDays } from '@daybook/contracts/plain-date';
import { fillTokens, yearStartOf } from '@daybook/contracts/recurrence/period';
import type { SeriesFields } from '@daybook/contracts/recurrence/series';
import { mostMissedListed } from '@daybook/contracts/recurrence/series-steps';
import type { Upcoming } from '@daybook/contracts/recurrence/series-steps';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { aroundOf, aroundTerms } from './around-series.ts';
import { checkBehind, endOf, termsOfClient } from './open-series.ts';
import { occurrencesAfter, partedBy, periodOfOccurrence } from './plan-series.ts';
import type { Occurrence, Ruled } from './plan-series.ts';
import { mostAhead, daysOfSeries } from './settle-missed.ts';
import type { SeriesDays } from './settle-missed.ts';
import type { DueSeries } from './series-due.ts';

interface Told extends Ruled {
  title: string;
  fyStart: string;
  language: string;
  country: string;
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

const toldOf = (series: Told, { missed, ahead }: SeriesDays) => ({
  next: ahead.map((one) => told(series, one)),
  missed: missed.slice(-mostMissedListed).map((one) => told(series, one)),
  missedBefore: Math.max(missed.length - mostMissedListed, 0),
});

/** A preview of terms that are not stored, in the formats of the client’s billing entity unless `own` is given. Refuses as `openSeries` does. */
export async function previewSeries(
  db: Db,
  user: CurrentUser,
  fields: SeriesFields,
  own: Pick<Told, 'kind'> & Partial<Pick<Told, 'fyStart' | 'language' | 'country'>>,
) {
  const { fyStart, language, country, today } = await termsOfClient(db, user, fields);
  checkBehind(fields, today);
  const series = {
    ...fields.rule,
    ...fields,
    lastOn: endOf(fields),
    language,
    country,
    ...own,
    fyStart: yearStartOf(fields.rule, own.fyStart ?? fyStart),
  };
  const { behind, ahead } = partedBy(series, await aroundTerms(db, fields.rule), {
    after: addDays(fields.startsOn, -1),
    by: 'due',
    day: today,
    most: mostAhead,
  });
  return toldOf(series, { missed: behind, ahead });
}

/** The next twelve occurrences of a series, and those it missed. */
export const upcomingOf = async (db: Db, series: DueSeries) => toldOf(series, await daysOfSeries(db, series));

/** The occurrence of a day of the rule that has not been created yet; undefined for any other day. */
export async function occurrenceOn(
  db: Db,
  series: DueSeries,
  nominal: string,
): Promise<Occurrence | undefined> {
  const around = await aroundOf(db, [series]);
  const [found] = occurrencesAfter(series, around(series), { after: addDays(nominal, -1), most: 1 });
  return found?.nominal === nominal ? found : undefined;
}
