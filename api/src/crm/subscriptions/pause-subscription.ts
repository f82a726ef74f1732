import type { Subscription, subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { apart } from '../../db/apart.ts';
import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { readAllSeries } from '../../recurrence/series-due.ts';
import { daysOfSeries, settleMissed } from '../../recurrence/settle-missed.ts';
import { makersOf } from '../../start-series.ts';
import { billBeforePause } from './bill-before-pause.ts';
import {
  invoicesOf,
  lockSubscription,
  refuseUnless,
  todayOf,
  touchSubscription,
} from './lock-subscription.ts';
import type { Locked } from './lock-subscription.ts';
import { getSubscription } from './subscriptions.queries.ts';

/**
 * Pauses a subscription and its series from today. Invoices that are due by then are created first; those that cannot be created wait
 * until it is resumed or ends. Refuses as `lockSubscription`, and STATE_NOT_ALLOWED unless it is active.
 */
export async function pauseSubscription(
  db: Db,
  user: CurrentUser,
  { id, reason }: ParsedInputOf<typeof subscriptions.pause>,
  version: number,
  { canMail, clock = null }: { canMail: boolean; clock?: Clock },
): Promise<Subscription> {
  const { subscription, series } = await lockSubscription(db, user, id, version);
  refuseUnless(
    subscription.status === 'active' && subscription.pausedOn === null && subscription.endedOn === null,
    subscription,
    'paused',
  );
  const pausedOn = await todayOf(db, subscription, clock);
  const running = series.filter(({ status }) => status === 'active');
  await apart(db, () => billBeforePause(db, makersOf(canMail), invoicesOf(running), { pausedOn }));
  await touchSubscription(db, id);
  await db.insertInto('subscriptionPause').values({ subscriptionId: id, pausedOn }).execute();
  if (running.length > 0)
    await db
      .updateTable('series')
      .set({ status: 'paused', pausedFor: 'person', statusReason: reason, ...nextVersion })
      .where(
        'id',
        'in',
        running.map((one) => one.id),
      )
      .where('status', '=', 'active')
      .execute();
  return getSubscription(db, user, id);
}

interface Resumed {
  billsMissed: boolean;
  /** The first day of the pause. */
  pausedOn: string;
  canMail: boolean;
  clock?: Clock;
}

/**
 * The series of the subscription run again from today. Of what was missed only invoices are created: those due up to the first day
 * of the pause, and the later ones if that is wanted.
 */
async function resumeSeries(
  db: Db,
  series: Locked['series'],
  { billsMissed, pausedOn, canMail, clock = null }: Resumed,
): Promise<void> {
  const paused = series.filter(({ status }) => status === 'paused').map(({ id }) => id);
  if (paused.length === 0) return;
  await db
    .updateTable('series')
    .set({ status: 'active', pausedFor: null, statusReason: null, ...nextVersion })
    .where('id', 'in', paused)
    .execute();
  for (const one of await readAllSeries(db, paused, clock)) {
    const { missed } = one.kind === 'invoice' ? await daysOfSeries(db, one) : { missed: [] };
    const wanted = missed
      .filter(({ skippedFor, due }) => skippedFor === null && (billsMissed || due <= pausedOn))
      .map(({ nominal }) => nominal);
    await settleMissed(db, makersOf(canMail), one, wanted);
  }
}

/**
 * Refuses as `lockSubscription`, STATE_NOT_ALLOWED unless it is paused and its series rest, REFERENCE_UNKNOWN on `clientId` while
 * the client is inactive, and as `settleMissed`.
 */
export async function resumeSubscription(
  db: Db,
  user: CurrentUser,
  { id, billsMissed }: ParsedInputOf<typeof subscriptions.resume>,
  version: number,
  { canMail, clock = null }: { canMail: boolean; clock?: Clock },
): Promise<Subscription> {
  const { subscription, series } = await lockSubscription(db, user, id, version);
  const { pausedOn, status } = subscription;
  if (pausedOn === null || status !== 'paused' || series.length === 0)
    throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'active' });
  const client = await db
    .selectFrom('client')
    .select('status')
    .where('id', '=', subscription.client.id)
    .executeTakeFirstOrThrow();
  if (client.status !== 'active') throw refuseField('REFERENCE_UNKNOWN', 'clientId');
  const resumedOn = await todayOf(db, subscription, clock);
  await touchSubscription(db, id);
  await db
    .updateTable('subscriptionPause')
    .set({ resumedOn })
    .where('subscriptionId', '=', id)
    .where('resumedOn', 'is', null)
    .execute();
  await resumeSeries(db, series, { billsMissed, pausedOn, canMail, clock });
  return getSubscription(db, user, id);
}
