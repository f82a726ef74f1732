import { findNextDays } from '../src/recurrence/find-next-days.ts';
import { runSeries } from '../src/recurrence/run-series.ts';
import { makersOf } from '../src/start-series.ts';
import type { Db } from '../src/db/database.ts';

/** Does everything that a server would have done by noon of a day, in the zone with this offset. */
export async function until(
  db: Db,
  day: string,
  { offset = 'Z', canMail = false }: { offset?: string; canMail?: boolean } = {},
): Promise<void> {
  const clock = `${day}T12:00:00${offset}`;
  const log = { warn: () => undefined };
  while ((await findNextDays(db, clock)) > 0);
  while ((await runSeries(db, { makers: makersOf(canMail), log, clock })) > 0);
}

export const seriesOf = (db: Db, id: string) =>
  db
    .selectFrom('series')
    .innerJoin('seriesProgress as progress', 'progress.seriesId', 'series.id')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The runs of a series by day: "2024-01-31 created". */
export const runsOf = async (db: Db, id: string) =>
  (
    await db.selectFrom('seriesRun').selectAll().where('seriesId', '=', id).orderBy('nominalDate').execute()
  ).map(
    ({ nominalDate, status, reason }) => `${nominalDate} ${status}${reason === null ? '' : ` ${reason}`}`,
  );

export const tasksOf = (db: Db, id: string) =>
  db.selectFrom('task').selectAll().where('seriesId', '=', id).orderBy('nominalOn').execute();

/** A new calendar without holidays. */
export async function calendar(db: Db): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insertInto('holidayCalendar')
    .values({ id, name: `Calendar ${id}` })
    .execute();
  return id;
}
