import { sql } from 'kysely';
import type { Subscription, subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { commonFirstDay } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import { priceOnDay, pricesOf } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import { NOTHING } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { makeJob } from '../../jobs/request-job.ts';
import { inScope } from '../../scope.ts';
import { agreedPricesOf, soldOf } from './price-subscription.ts';
import { soldPackage } from './sold-packages.ts';
import { getSubscription } from './subscriptions.queries.ts';

/** How many of them a preview names. */
const mostNamed = 50;

/** The subscriptions in the caller's scope that have an earlier version of the package and no end, by client. */
const behind = (db: Db, user: CurrentUser, packageId: string, latestId: string) =>
  db
    .selectFrom('subscription')
    .innerJoin('client', 'client.id', 'subscription.clientId')
    .where('subscription.packageId', '=', packageId)
    .where('subscription.versionId', '<>', latestId)
    .where('subscription.endedOn', 'is', null)
    .where(inScope.client(user, sql.ref('subscription.clientId')))
    .select([
      'subscription.id',
      'subscription.version',
      'subscription.clientId',
      sql<boolean>`exists (select from subscription_pause
        where subscription_id = subscription.id and resumed_on is null)`.as('isPaused'),
    ])
    .orderBy(sql`client.sort_name collate "und-x-icu"`)
    .orderBy('subscription.id')
    .execute();

/** The first day from `from` on on which a subscription can change: after its first one, and after the periods that have an invoice. */
export const changeableFrom = ({ startsOn, billedThrough }: Subscription, from: string): string =>
  [startsOn, billedThrough ?? startsOn]
    .map((day) => addDays(day, 1))
    .reduce((latest, day) => (day > latest ? day : latest), from);

/** Refuses REFERENCE_UNKNOWN on `packageId`, and NOT_A_CHOICE on `from` if the periods of two versions never begin together. */
export async function previewLatestVersion(
  db: Db,
  user: CurrentUser,
  { id: packageId, from }: ParsedInputOf<typeof subscriptions.previewLatestVersion>,
): Promise<OutputOf<typeof subscriptions.previewLatestVersion>> {
  const latest = await soldPackage(db, packageId);
  const found = await behind(db, user, packageId, latest.version.id);
  const all = found.filter(({ isPaused }) => !isPaused);
  const some = [];
  for (const { id } of all.slice(0, mostNamed)) {
    const subscription = await getSubscription(db, user, id);
    const now = await soldOf(db, subscription);
    const day = commonFirstDay(
      { cycle: now.version.cycle, fyStart: now.fyStart },
      { cycle: latest.version.cycle, fyStart: latest.fyStart },
      changeableFrom(subscription, from),
    );
    if (day === null) throw refuseField('INPUT_INVALID', 'from', {}, 'NOT_A_CHOICE');
    const own = await agreedPricesOf(db, id, { now, next: latest });
    const agreed = priceOnDay(own, day);
    some.push({
      subscription: id,
      client: subscription.client,
      from: day,
      currency: subscription.currency,
      price: priceOnDay(subscription.prices, day) ?? NOTHING,
      newCurrency: latest.version.currency,
      newPrice: agreed ?? priceOnDay(pricesOf(latest.version, day, []), day) ?? NOTHING,
    });
  }
  return { total: all.length, paused: found.length - all.length, some };
}

/**
 * Starts a job that brings each of them to the latest version; paused ones keep theirs. Refuses REFERENCE_UNKNOWN on `packageId`,
 * and REQUIRED if there are none.
 */
export async function startLatestVersion(
  db: Db,
  user: CurrentUser,
  { id: packageId, from }: ParsedInputOf<typeof subscriptions.bringToLatestVersion>,
): Promise<{ id: string }> {
  const latest = await soldPackage(db, packageId);
  const found = await behind(db, user, packageId, latest.version.id);
  const all = found.filter(({ isPaused }) => !isPaused);
  if (all.length === 0) throw refuseField('INPUT_INVALID', 'id', {}, 'REQUIRED');
  return makeJob(
    db,
    user,
    'package_change',
    all.map(({ id, version, clientId }) => ({
      subject: clientId,
      seen: version,
      payload: { subscription: id, from },
    })),
  );
}
