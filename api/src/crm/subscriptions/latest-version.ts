import { sql } from 'kysely';
import type { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { commonFirstDay } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import { priceOnDay, pricesOf } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import { NOTHING } from '@daybook/contracts/money/money';
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

/** The subscriptions in the caller's scope that go on with an earlier version of the package, by client. */
const behind = (db: Db, user: CurrentUser, packageId: string, latestId: string) =>
  db
    .selectFrom('subscription')
    .innerJoin('client', 'client.id', 'subscription.clientId')
    .where('subscription.packageId', '=', packageId)
    .where('subscription.versionId', '<>', latestId)
    .where('subscription.endedOn', 'is', null)
    .where(inScope.client(user, sql.ref('subscription.clientId')))
    .select(['subscription.id', 'subscription.version'])
    .orderBy(sql`client.sort_name collate "und-x-icu"`)
    .orderBy('subscription.id')
    .execute();

/** Refuses REFERENCE_UNKNOWN on `packageId`, and NOT_A_CHOICE on `from` if the periods of two versions never begin together. */
export async function previewLatestVersion(
  db: Db,
  user: CurrentUser,
  { id: packageId, from }: ParsedInputOf<typeof subscriptions.previewLatestVersion>,
): Promise<OutputOf<typeof subscriptions.previewLatestVersion>> {
  const latest = await soldPackage(db, packageId);
  const all = await behind(db, user, packageId, latest.version.id);
  const some = [];
  for (const { id } of all.slice(0, mostNamed)) {
    const subscription = await getSubscription(db, user, id);
    const now = await soldOf(db, subscription);
    const day = commonFirstDay(
      { cycle: now.version.cycle, fyStart: now.fyStart },
      { cycle: latest.version.cycle, fyStart: latest.fyStart },
      from,
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
  return { total: all.length, some };
}

/** Starts a job that brings each of them to the latest version. Refuses REFERENCE_UNKNOWN on `packageId`, and REQUIRED if there are none. */
export async function startLatestVersion(
  db: Db,
  user: CurrentUser,
  { id: packageId, from }: ParsedInputOf<typeof subscriptions.bringToLatestVersion>,
): Promise<{ id: string }> {
  const latest = await soldPackage(db, packageId);
  const all = await behind(db, user, packageId, latest.version.id);
  if (all.length === 0) throw refuseField('INPUT_INVALID', 'id', {}, 'REQUIRED');
  const clientOf = await db
    .selectFrom('subscription')
    .select(['id', 'clientId'])
    .where(
      'id',
      'in',
      all.map(({ id }) => id),
    )
    .execute();
  const clients = new Map(clientOf.map(({ id, clientId }) => [id, clientId]));
  return makeJob(
    db,
    user,
    'package_change',
    all.flatMap(({ id, version }) => {
      const subject = clients.get(id);
      return subject === undefined ? [] : [{ subject, seen: version, payload: { subscription: id, from } }];
    }),
  );
}
