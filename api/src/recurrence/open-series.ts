import { sql } from 'kysely';
import { addDays } from '@daybook/contracts/plain-date';
import type { SeriesFields } from '@daybook/contracts/recurrence/series';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { normalise } from '../db/search.ts';
import { inScope } from '../scope.ts';
import { nominalDates } from './occurrences.ts';
import { lastDayOf } from './plan-series.ts';
import type { CatchUp } from './plan-series.ts';

/** A series of invoices uses the calendar and zone of the entity that invoices, which need not be the client’s own. */
type Placed = SeriesFields & { entityId?: string };

export interface NewSeries extends Placed {
  id: string;
  kind: 'task' | 'invoice';
  catchUp: CatchUp;
  predecessorId?: string;
  /** The subscription that it invoices or works for. */
  subscriptionId?: string;
}

const required = [{ code: 'REQUIRED' }];

/** Most days that a new series may have in the past: more than two years of daily work is a typing error. */
const mostBehind = 800;

/** Refuses STARTS_TOO_EARLY on `startsOn`. Call it before collecting the past days: a typing error may give decades of them. */
export function checkBehind(
  { rule, startsOn, ends, endsOn }: Omit<SeriesFields, 'clientId'>,
  today: string,
): void {
  const ahead = addDays(today, rule.leadDays);
  const until = ends === 'until' && endsOn !== null && endsOn < ahead ? endsOn : ahead;
  const behind = nominalDates(
    { rrule: rule.rrule, startsOn },
    { from: startsOn, until, most: mostBehind + 1 },
  );
  if (behind.length > mostBehind)
    throw refuseField('INPUT_INVALID', 'startsOn', { maximum: mostBehind }, 'STARTS_TOO_EARLY');
}

/**
 * The last day that the rule names; null if it has no end. Refuses INPUT_INVALID: a rule that names no day after the first, an
 * end before its first day, and a count that it never reaches.
 */
export function endOf({ rule, startsOn, ends, endsOn, endsAfter }: SeriesFields): string | null {
  const errors: FieldRefusals = {};
  if (ends === 'until' && endsOn === null) errors['endsOn'] = required;
  if (ends === 'count' && endsAfter === null) errors['endsAfter'] = required;
  const series = { rrule: rule.rrule, startsOn };
  const [first] = nominalDates(series, { from: startsOn, until: null, most: 1 });
  if (first === undefined) errors['rule.rrule'] = [{ code: 'RULE_NEVER' }];
  else if (ends === 'until' && endsOn !== null && endsOn < first)
    errors['endsOn'] = [{ code: 'ENDS_BEFORE_FIRST', params: { first } }];
  const last = lastDayOf(series, {
    endsOn: ends === 'until' ? endsOn : null,
    endsAfter: ends === 'count' ? endsAfter : null,
  });
  if (ends === 'count' && endsAfter !== null && last === null) errors['endsAfter'] = [{ code: 'ENDS_NEVER' }];
  if (Object.keys(errors).length > 0) throw new Refusal('INPUT_INVALID', {}, errors);
  return last;
}

/** The terms of a series that continues another from `from`. An unchanged number of occurrences counts those of both series. */
export function goingOn<Fields extends SeriesFields>(
  before: { rrule: string; startsOn: string; endsAfter: number | null },
  fields: Fields,
  from: string,
): Fields {
  const { ends, endsAfter } = fields;
  if (ends !== 'count' || endsAfter === null || endsAfter !== before.endsAfter)
    return { ...fields, startsOn: from };
  const behind = nominalDates(before, { from: before.startsOn, until: addDays(from, -1), most: endsAfter });
  return { ...fields, startsOn: from, endsAfter: Math.max(endsAfter - behind.length, 1) };
}

/**
 * What a series takes from the billing entity that invoices it, or for tasks from the client’s own. Refuses REFERENCE_UNKNOWN
 * on a client that is inactive or outside the caller’s scope, on an unknown entity, and on a calendar that is not in use.
 */
export async function termsOfClient(
  db: Db,
  user: CurrentUser,
  { clientId, rule, zone, entityId }: Placed,
): Promise<{ zone: string; fyStart: string; language: string; country: string; today: string }> {
  const own = entityId === undefined ? zone : null;
  const inZone = own === null ? sql`entity.timezone` : sql`${own}`;
  const [client, calendar] = await Promise.all([
    db
      .selectFrom('client')
      .leftJoin('billingEntity as entity', (join) =>
        entityId === undefined
          ? join.onRef('entity.id', '=', 'client.defaultEntityId')
          : join.on('entity.id', '=', entityId),
      )
      .select([
        'entity.timezone',
        'entity.fyStart',
        'entity.docLocale as language',
        'entity.country',
        sql<string>`(now() at time zone ${inZone})::date`.as('today'),
      ])
      .where('client.id', '=', clientId)
      .where('client.status', '=', 'active')
      .where(inScope.client(user, sql.ref('client.id')))
      .executeTakeFirst(),
    rule.calendarId === null
      ? true
      : db
          .selectFrom('holidayCalendar')
          .select('id')
          .where('id', '=', rule.calendarId)
          .where('active', '=', true)
          .executeTakeFirst(),
  ]);
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
  if (!calendar) throw refuseField('REFERENCE_UNKNOWN', 'rule.calendarId');
  const { timezone, fyStart, language, country, today } = client;
  if (timezone === null || fyStart === null || language === null || country === null)
    throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  return { zone: own ?? timezone, fyStart, language, country, today };
}

/** The columns of a series that follow from the form. */
export const ruleColumns = (fields: SeriesFields) => ({
  title: fields.title,
  rrule: fields.rule.rrule,
  shift: fields.rule.shift,
  calendarId: fields.rule.calendarId,
  leadDays: fields.rule.leadDays,
  periodOffset: fields.rule.periodOffset,
  calendarYear: fields.rule.calendarYear ?? false,
  ends: fields.ends,
  endsOn: fields.ends === 'until' ? fields.endsOn : null,
  endsAfter: fields.ends === 'count' ? fields.endsAfter : null,
  lastOn: endOf(fields),
  searchText: normalise(fields.title),
});

/**
 * Stores a new series, which the next run picks up. The caller stores its terms in the same transaction. Refuses as `endOf`,
 * `termsOfClient` and `checkBehind` do.
 */
export async function openSeries(db: Db, user: CurrentUser, series: NewSeries): Promise<void> {
  const { id, kind, catchUp, clientId, startsOn, predecessorId = null, subscriptionId = null } = series;
  const { zone, today } = await termsOfClient(db, user, series);
  checkBehind(series, today);
  await db
    .insertInto('series')
    .values({
      id,
      kind,
      clientId,
      catchUp,
      startsOn,
      zone,
      predecessorId,
      subscriptionId,
      ...ruleColumns(series),
    })
    .execute();
  await db
    .insertInto('seriesProgress')
    .values({ seriesId: id, doneThrough: addDays(startsOn, -1) })
    .execute();
}
