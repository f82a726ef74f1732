import { periodAt, invoiceDaysOf } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import type { Subscription, subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { findNextDay } from '../../recurrence/find-next-days.ts';
import { readAllSeries } from '../../recurrence/series-due.ts';
import type { DueSeries } from '../../recurrence/series-due.ts';
import { makersOf } from '../../start-series.ts';
import { billBeforePause } from './bill-before-pause.ts';
import {
  invoicesOf,
  lockSubscription,
  refuseBilled,
  refuseUnless,
  todayOf,
  touchSubscription,
} from './lock-subscription.ts';
import type { Locked } from './lock-subscription.ts';
import { soldOf } from './price-subscription.ts';
import { getSubscription } from './subscriptions.queries.ts';
import { taskDaysOf } from './task-days.rules.ts';

/** The end of a series that has nothing to do: before any first day. */
const neverBegun = '0001-01-01';

/** The last day of a series after its subscription has ended; before its first day if there is nothing left for it to do. */
function lastDayOf(
  series: DueSeries,
  { subscription, fyStart, endedOn }: { subscription: Subscription; fyStart: string; endedOn: string },
): string {
  if (series.kind === 'task')
    return (
      taskDaysOf(series, { startsOn: subscription.startsOn, endedOn, fyStart: series.fyStart })?.last ??
      neverBegun
    );
  const { cycle, billing, firstPeriod: billedFrom } = subscription;
  return invoiceDaysOf({ cycle, fyStart, billing, billedFrom, endedOn }).endsOn ?? neverBegun;
}

/** Lets a series end on the day, or never; one that had ended goes on. Cancels one for which nothing is left to do before the day. */
async function endSeries(
  db: Db,
  series: DueSeries,
  { lastOn, status }: { lastOn: string | null; status: 'active' | 'paused' },
): Promise<void> {
  if (lastOn !== null && lastOn < series.startsOn) {
    await db
      .updateTable('series')
      .set({ status: 'cancelled', pausedFor: null, ...nextVersion })
      .where('id', '=', series.id)
      .where('status', 'in', ['active', 'paused'])
      .execute();
    return;
  }
  const ends = { ends: lastOn === null ? 'never' : 'until', endsOn: lastOn, endsAfter: null, lastOn };
  const state =
    series.status === status
      ? {}
      : { status, pausedFor: status === 'paused' ? 'person' : null, statusReason: null };
  await db
    .updateTable('series')
    .set({ ...ends, ...state, ...nextVersion })
    .where('id', '=', series.id)
    .execute();
  await findNextDay(db, { ...series, lastOn }, status);
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
  for (const one of await readAllSeries(db, ids)) {
    const lastOn = isPaused ? neverBegun : lastDayOf(one, { subscription, fyStart, endedOn });
    await endSeries(db, one, { lastOn, status: one.status === 'paused' ? 'paused' : 'active' });
  }
}

/**
 * Moves the known end of a locked subscription to a later day, or takes it back. Its series go on, also those that had ended; while
 * it is paused, they rest. Refuses STATE_NOT_ALLOWED once the end has come, and for what was sold once.
 */
async function goOn(
  db: Db,
  { subscription }: Locked,
  { endedOn, fyStart, today }: { endedOn: string | null; fyStart: string; today: string },
): Promise<void> {
  const { id, cycle, endedOn: known, pausedOn } = subscription;
  refuseUnless(cycle !== 'once' && known !== null && known >= today, subscription, 'active');
  await touchSubscription(db, id, { endedOn });
  for (const one of await readAllSeries(
    db,
    subscription.series.map((own) => own.id),
  )) {
    const lastOn = endedOn === null ? null : lastDayOf(one, { subscription, fyStart, endedOn });
    const rests = pausedOn !== null || one.status === 'paused';
    await endSeries(db, one, { lastOn, status: rests ? 'paused' : 'active' });
  }
}

/**
 * The last day that is wanted; null if it goes on. While it is paused, its known end closes it at once. Refuses STATE_NOT_ALLOWED if
 * another subscription continues it, and DATE_RANGE on `on` if nothing would change.
 */
function wantedEnd({ subscription, series }: Locked, on: string | null, fyStart: string): string | null {
  const { startsOn, endedOn: known, cycle, successor, pausedOn } = subscription;
  refuseUnless(known === null ? on !== null : successor === null, subscription, 'ended');
  if (on === null) return null;
  const wanted = on < startsOn ? addDays(startsOn, -1) : periodAt({ cycle, fyStart }, on).to;
  if (known === null || wanted > known) return wanted;
  refuseUnless(series.length > 0, subscription, 'ended');
  if (wanted === known && pausedOn === null) throw refuseField('INPUT_INVALID', 'on', {}, 'DATE_RANGE');
  return wanted;
}

/**
 * Ends it, or moves a known end; what was due before a pause is invoiced. Refuses as `lockSubscription`, `wantedEnd`, `goOn`,
 * `endLocked` and `billBeforePause`.
 */
export async function endSubscription(
  db: Db,
  user: CurrentUser,
  { id, on }: ParsedInputOf<typeof subscriptions.end>,
  version: number,
  { canMail, clock = null }: { canMail: boolean; clock?: Clock },
): Promise<Subscription> {
  const locked = await lockSubscription(db, user, id, version);
  const { pausedOn, endedOn: known } = locked.subscription;
  const { fyStart } = await soldOf(db, locked.subscription);
  const endedOn = wantedEnd(locked, on, fyStart);
  if (endedOn === null || (known !== null && endedOn > known)) {
    const today = await todayOf(db, locked.subscription, clock);
    await goOn(db, locked, { endedOn, fyStart, today });
  } else {
    if (pausedOn !== null)
      await billBeforePause(db, makersOf(canMail), invoicesOf(locked.series), { pausedOn, endedOn });
    await endLocked(db, locked, { endedOn, fyStart, field: 'on' });
  }
  return getSubscription(db, user, id);
}
