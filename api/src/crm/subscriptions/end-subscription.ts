import { periodAt, invoiceDaysOf } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import type { Subscription, subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { findNextDay } from '../../recurrence/find-next-days.ts';
import { readAllSeries } from '../../recurrence/series-due.ts';
import type { DueSeries } from '../../recurrence/series-due.ts';
import { lockSubscription, refuseBilled, refuseUnless, touchSubscription } from './lock-subscription.ts';
import type { Locked } from './lock-subscription.ts';
import { soldOf } from './price-subscription.ts';
import { getSubscription } from './subscriptions.queries.ts';
import { taskDaysOf } from './task-days.rules.ts';

/** The last day of a series after its subscription has ended. Null if there is nothing left for it to do. */
function lastDayOf(
  series: DueSeries,
  { subscription, fyStart, endedOn }: { subscription: Subscription; fyStart: string; endedOn: string },
): string | null {
  if (series.kind === 'task')
    return (
      taskDaysOf(series, { startsOn: subscription.startsOn, endedOn, fyStart: series.fyStart })?.last ?? null
    );
  const { cycle, billing, firstPeriod: billedFrom } = subscription;
  return invoiceDaysOf({ cycle, fyStart, billing, billedFrom, endedOn }).endsOn;
}

async function endSeries(db: Db, series: DueSeries, last: string | null): Promise<void> {
  if (last === null || last < series.startsOn) {
    await db
      .updateTable('series')
      .set({ status: 'cancelled', pausedFor: null, ...nextVersion })
      .where('id', '=', series.id)
      .execute();
    return;
  }
  await db
    .updateTable('series')
    .set({ ends: 'until', endsOn: last, endsAfter: null, lastOn: last, ...nextVersion })
    .where('id', '=', series.id)
    .execute();
  await findNextDay(db, { ...series, lastOn: last }, series.status);
}

/**
 * Ends a locked subscription on the last day of a period. Its series end after their last period; if it is paused, they end at
 * once. Refuses PERIOD_BILLED on `field` if a later period has an invoice.
 */
export async function endLocked(
  db: Db,
  { subscription, series, billedThrough }: Locked,
  { endedOn, fyStart, field }: { endedOn: string; fyStart: string; field: string },
): Promise<void> {
  if (billedThrough !== null && endedOn < billedThrough) throw refuseBilled(field, billedThrough);
  await touchSubscription(db, subscription.id, { endedOn });
  const ids = series.map(({ id }) => id);
  if (ids.length === 0) return;
  // A series that rests by itself has days to come, unlike those of a subscription that rests.
  const isPaused = subscription.pausedOn !== null;
  for (const one of await readAllSeries(db, ids))
    await endSeries(db, one, isPaused ? null : lastDayOf(one, { subscription, fyStart, endedOn }));
}

/**
 * The last day that is wanted. An end that is known can only come earlier; while it is paused it stays at the latest, and the series
 * end. Refuses STATE_NOT_ALLOWED if another subscription continues it or nothing goes on, and DATE_RANGE on `on`.
 */
function wantedEnd({ subscription, series }: Locked, on: string, fyStart: string): string {
  const { startsOn, endedOn: known, cycle, successor, pausedOn } = subscription;
  const wanted = on < startsOn ? addDays(startsOn, -1) : periodAt({ cycle, fyStart }, on).to;
  if (known === null) return wanted;
  refuseUnless(successor === null && series.length > 0, subscription, 'ended');
  if (wanted < known) return wanted;
  if (pausedOn === null) throw refuseField('INPUT_INVALID', 'on', {}, 'DATE_RANGE');
  return known;
}

/** Refuses as `lockSubscription`, `wantedEnd` and `endLocked`. */
export async function endSubscription(
  db: Db,
  user: CurrentUser,
  { id, on }: ParsedInputOf<typeof subscriptions.end>,
  version: number,
): Promise<Subscription> {
  const locked = await lockSubscription(db, user, id, version);
  const { fyStart } = await soldOf(db, locked.subscription);
  const endedOn = wantedEnd(locked, on, fyStart);
  await endLocked(db, locked, { endedOn, fyStart, field: 'on' });
  return getSubscription(db, user, id);
}
