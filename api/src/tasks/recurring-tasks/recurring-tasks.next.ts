import { fillTokens } from '@daybook/contracts/recurrence/period';
import { periodKeyOf } from '@daybook/contracts/recurrence/period-key';
import type { Upcoming } from '@daybook/contracts/recurrence/series-steps';
import type { RecurringTaskRow } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { aroundOf } from '../../recurrence/around-series.ts';
import { partedBy, periodOfOccurrence } from '../../recurrence/plan-series.ts';
import { openedSeries } from '../../recurrence/series-steps.ts';
import { movedOf, upcomingOf } from '../../recurrence/upcoming.ts';
import { overridesOf } from './due-overrides.queries.ts';
import type { SeriesRow } from './recurring-tasks.queries.ts';

/** The most consecutive skipped days to look past for the next one. */
const mostSkipped = 6;

/** The next task of each active series, with the reason of its due date. */
export async function nextOfSeries(
  db: Db,
  rows: readonly SeriesRow[],
): Promise<ReadonlyMap<string, NonNullable<RecurringTaskRow['next']>>> {
  const active = rows.filter(({ status }) => status === 'active');
  if (active.length === 0) return new Map();
  const around = await aroundOf(db, active);
  const overrides = await overridesOf(
    db,
    active.map(({ category }) => category.id),
  );
  const nexts = active.flatMap((one) => {
    const row = { ...one, kind: 'task' as const };
    const { ahead } = partedBy(row, around(row), {
      after: row.doneThrough,
      by: 'due',
      day: '',
      most: mostSkipped,
    });
    const next = ahead.find(({ skippedFor }) => skippedFor === null);
    if (next === undefined) return [];
    const period = periodOfOccurrence(row, next.nominal, row.fyStart);
    const { due, moved } = overridden(overrides(row.category.id, periodKeyOf(period)), {
      due: next.due,
      moved: movedOf(next),
    });
    return [
      [row.id, { nominal: next.nominal, due, title: fillTokens(row.title, period, row), moved }] as const,
    ];
  });
  return new Map(nexts);
}

/** An extended due date goes before any other. */
export const overridden = <Day extends Pick<Upcoming, 'due' | 'moved'>>(
  override: { newDue: string; reason: string } | undefined,
  day: Day,
): Day =>
  override === undefined
    ? day
    : { ...day, due: override.newDue, moved: { why: 'person' as const, text: override.reason } };

/** The next twelve days of a series and its missed days, with the dates that an extension moved. Refuses NOT_FOUND. */
export async function upcomingTasks(db: Db, user: CurrentUser, id: string) {
  const series = await openedSeries(db, user, 'task', id);
  const { categoryId } = await db
    .selectFrom('recurringTask')
    .select('categoryId')
    .where('seriesId', '=', id)
    .executeTakeFirstOrThrow();
  const overrides = await overridesOf(db, [categoryId]);
  const { next, missed, missedBefore } = await upcomingOf(db, series);
  const told = (day: Upcoming) =>
    overridden(overrides(categoryId, periodKeyOf({ from: day.periodFrom, to: day.periodTo })), day);
  return { next: next.map(told), missed: missed.map(told), missedBefore };
}
