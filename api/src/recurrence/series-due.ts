import { sql } from 'kysely';
import { at } from '../db/clock.ts';
import type { Clock } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import type { CatchUp, Exceptional, Ruled } from './plan-series.ts';

/** A series as a run reads it, locked. */
export interface DueSeries extends Ruled {
  id: string;
  kind: 'task' | 'invoice';
  status: 'active' | 'paused' | 'completed' | 'cancelled';
  clientId: string;
  title: string;
  calendarId: string | null;
  catchUp: CatchUp;
  /** Every day of the rule up to this one has its run or was skipped on purpose. */
  doneThrough: string;
  failCount: number;
  /**
   * First day of the years in which it counts: the fiscal years of the billing entity that invoices (for tasks, the client’s own), or
   * those of the calendar.
   */
  fyStart: string;
  /** The language of its invoices. */
  language: string;
  /** The country of that billing entity. */
  country: string;
  /** Today’s date in the zone of the series. */
  today: string;
}

/** The first zone in which a new day begins. */
const firstZone = 'Pacific/Kiritimati';

const yearStart = sql`case when series.calendar_year then '01-01' else entity.fy_start end`;

const selected = (clock: Clock) => sql`
  series.id, series.kind, series.status, series.client_id, series.title, series.rrule, series.shift, series.calendar_id, series.lead_days,
  series.period_offset, series.starts_on, series.last_on, series.catch_up, progress.done_through, progress.fail_count,
  ${yearStart} as fy_start, coalesce(invoiced.doc_locale, entity.doc_locale) as language, entity.country, (${at(clock)} at time zone zone_of_series(series))::date as today`;

const ofClient = sql`join client on client.id = series.client_id
  left join recurring_invoice invoiced on invoiced.series_id = series.id
  join billing_entity entity on entity.id = coalesce(invoiced.entity_id, client.default_entity_id)`;

/** Series with their present terms, in no order. */
export async function readAllSeries(
  db: Db,
  ids: readonly string[],
  clock: Clock = null,
): Promise<DueSeries[]> {
  const { rows } = await sql<DueSeries>`
    select ${selected(clock)} from series join series_progress progress on progress.series_id = series.id ${ofClient}
    where series.id in (select unnest(${ids}::uuid[]))`.execute(db);
  return rows;
}

/**
 * The terms of locked series, in their order. Read after the lock: the statement that locks may have begun before an edit was
 * committed, and would then have the terms of before.
 */
async function termsOf(db: Db, clock: Clock, locked: readonly { id: string }[]): Promise<DueSeries[]> {
  if (locked.length === 0) return [];
  const read = await readAllSeries(
    db,
    locked.map(({ id }) => id),
    clock,
  );
  const byId = new Map(read.map((series) => [series.id, series]));
  return locked.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Locks the series whose next day has come, unless another server holds them or the installation is held; the longest waiting first. */
export async function takeDue(db: Db, clock: Clock, most: number): Promise<DueSeries[]> {
  const { rows } = await sql<{ id: string }>`
    select progress.series_id as id
    from series_progress progress join series on series.id = progress.series_id
    where progress.next_on <= (${at(clock)} at time zone ${firstZone})::date
      and progress.next_on <= (${at(clock)} at time zone zone_of_series(series))::date
      and (progress.next_try_at is null or progress.next_try_at <= ${at(clock)}) and not is_held(case series.kind when 'invoice' then 'recurring_invoices' else 'recurring_tasks' end)
    order by progress.next_on, progress.series_id limit ${most} for update of progress skip locked`.execute(
    db,
  );
  return (await termsOf(db, clock, rows)).filter(({ status }) => status === 'active');
}

/** Locks the series whose next day is still to be found or whose days off have changed. Includes paused ones, for their open work. */
export async function takeStale(db: Db, clock: Clock, most: number): Promise<DueSeries[]> {
  const { rows } = await sql<{ id: string }>`
    select series_id as id from series_progress where stale order by series_id limit ${most} for update skip locked`.execute(
    db,
  );
  return termsOf(db, clock, rows);
}

/** One series with its present terms; undefined if it does not exist. */
export const readSeries = async (db: Db, id: string): Promise<DueSeries | undefined> =>
  (await readAllSeries(db, [id]))[0];

/** The changes to single days, by series and day. */
export async function exceptionsOf(
  db: Db,
  ids: readonly string[],
): Promise<(seriesId: string) => ReadonlyMap<string, Exceptional>> {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('seriesException').selectAll().where('seriesId', 'in', ids).execute();
  const found = new Map<string, Map<string, Exceptional>>();
  for (const row of rows)
    found.set(
      row.seriesId,
      (found.get(row.seriesId) ?? new Map<string, Exceptional>()).set(row.nominalDate, row),
    );
  return (seriesId) => found.get(seriesId) ?? new Map<string, Exceptional>();
}

/** The days of each series that have their run although an earlier day has not. */
export async function handledOf(
  db: Db,
  ids: readonly string[],
): Promise<(seriesId: string) => ReadonlySet<string>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('seriesRun as run')
          .innerJoin('seriesProgress as progress', 'progress.seriesId', 'run.seriesId')
          .select(['run.seriesId', 'run.nominalDate'])
          .where('run.seriesId', 'in', ids)
          .where('run.status', '<>', 'failed')
          .whereRef('run.nominalDate', '>', 'progress.doneThrough')
          .execute();
  const found = Map.groupBy(rows, ({ seriesId }) => seriesId);
  return (seriesId) => new Set(found.get(seriesId)?.map(({ nominalDate }) => nominalDate));
}

/** Whether this day of the rule, or a later one, has been created. */
export async function isMadeFrom(db: Db, seriesId: string, day: string): Promise<boolean> {
  const made = await db
    .selectFrom('seriesRun')
    .select('nominalDate')
    .where('seriesId', '=', seriesId)
    .where('nominalDate', '>=', day)
    .where('status', '=', 'created')
    .limit(1)
    .executeTakeFirst();
  return made !== undefined;
}
