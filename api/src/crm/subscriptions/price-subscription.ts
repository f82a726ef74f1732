import { firstDayFrom } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import { priceOnDay, pricesOf } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type { PriceFrom } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type { Subscription, subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { add, NOTHING, percentOf } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { invoiceFacts } from '../../billing/documents/invoice-basis.ts';
import { keepLines } from '../../billing/recurring-invoices/save-recurring-invoice.ts';
import { lockSubscription, refuseBilled, refuseUnless, touchSubscription } from './lock-subscription.ts';
import type { Locked } from './lock-subscription.ts';
import { linesOf } from './plan-subscription.ts';
import { soldPackage } from './sold-packages.ts';
import type { SoldPackage } from './sold-packages.ts';
import { getSubscription } from './subscriptions.queries.ts';

/** The version of the package that the client has. */
export async function soldOf(db: Db, { id, package: { id: packageId } }: Subscription): Promise<SoldPackage> {
  const { versionId } = await db
    .selectFrom('subscription')
    .select('versionId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return soldPackage(db, packageId, versionId);
}

/** The prices that the client has instead of those of the package. */
const ownPricesOf = (db: Db, subscriptionId: string): Promise<PriceFrom[]> =>
  db
    .selectFrom('subscriptionPrice')
    .select(['validFrom', 'price'])
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('validFrom')
    .execute();

/** The client's own prices, as far as they go on with the next package: with another package, currency or cycle they mean nothing. */
export const agreedPricesOf = async (
  db: Db,
  subscriptionId: string,
  { now, next }: { now: SoldPackage; next: SoldPackage },
): Promise<PriceFrom[]> =>
  now.id === next.id &&
  now.version.currency === next.version.currency &&
  now.version.cycle === next.version.cycle
    ? ownPricesOf(db, subscriptionId)
    : [];

/** Gives the invoice series the lines of these prices. */
async function rewriteLines(
  db: Db,
  user: CurrentUser,
  { subscription, series }: Locked,
  { sold, prices }: { sold: SoldPackage; prices: readonly PriceFrom[] },
): Promise<void> {
  const invoice = series.find(({ kind }) => kind === 'invoice');
  if (!invoice) return;
  const facts = await invoiceFacts(db, user, {
    clientId: subscription.client.id,
    entityId: sold.entityId,
    issueDate: sold.today,
  });
  await keepLines(db, invoice.id, await linesOf(db, sold, prices, facts));
  await db.updateTable('series').set(nextVersion).where('id', '=', invoice.id).execute();
}

/** Another price of a locked subscription from the day on, which begins a period; it replaces prices agreed for later days. */
export async function agreePrice(
  db: Db,
  user: CurrentUser,
  locked: Locked,
  sold: SoldPackage,
  { validFrom, price }: PriceFrom,
): Promise<void> {
  const { id, startsOn } = locked.subscription;
  await touchSubscription(db, id);
  await db
    .deleteFrom('subscriptionPrice')
    .where('subscriptionId', '=', id)
    .where('validFrom', '>=', validFrom)
    .execute();
  await db.insertInto('subscriptionPrice').values({ subscriptionId: id, validFrom, price }).execute();
  const prices = pricesOf(sold.version, startsOn, await ownPricesOf(db, id));
  await rewriteLines(db, user, locked, { sold, prices });
}

/** Takes back a price that was agreed from the day on; later ones stay. False if there is no such price any more. */
export async function takeBackPrice(
  db: Db,
  user: CurrentUser,
  locked: Locked,
  { validFrom, price }: PriceFrom,
): Promise<boolean> {
  const { id, startsOn } = locked.subscription;
  await touchSubscription(db, id);
  const gone = await db
    .deleteFrom('subscriptionPrice')
    .where('subscriptionId', '=', id)
    .where('validFrom', '=', validFrom)
    .where('price', '=', price)
    .returning('id')
    .executeTakeFirst();
  if (!gone) return false;
  const sold = await soldOf(db, locked.subscription);
  const prices = pricesOf(sold.version, startsOn, await ownPricesOf(db, id));
  await rewriteLines(db, user, locked, { sold, prices });
  return true;
}

/**
 * Another price from the first period that begins on or after `from`; it replaces prices agreed for later days. Refuses as
 * `lockSubscription`, STATE_NOT_ALLOWED once it has ended, DATE_RANGE on `from` outside the subscription, and PERIOD_BILLED on
 * `from` in a period that has an invoice.
 */
export async function changePrice(
  db: Db,
  user: CurrentUser,
  { id, from, price, upliftPct }: ParsedInputOf<typeof subscriptions.changePrice>,
  version: number,
): Promise<Subscription> {
  const locked = await lockSubscription(db, user, id, version);
  const { subscription, billedThrough } = locked;
  refuseUnless(subscription.status !== 'ended' && subscription.cycle !== 'once', subscription, 'changed');
  const sold = await soldOf(db, subscription);
  const validFrom = firstDayFrom({ cycle: sold.version.cycle, fyStart: sold.fyStart }, from);
  if (validFrom < subscription.startsOn || validFrom > (subscription.endedOn ?? validFrom))
    throw refuseField('INPUT_INVALID', 'from', {}, 'DATE_RANGE');
  if (billedThrough !== null && validFrom <= billedThrough)
    throw refuseBilled('from', addDays(billedThrough, 1));
  const raised = (before: Minor) => (upliftPct === null ? before : add(before, percentOf(before, upliftPct)));
  const fresh = price ?? raised(priceOnDay(subscription.prices, validFrom) ?? NOTHING);
  await agreePrice(db, user, locked, sold, { validFrom, price: fresh });
  return getSubscription(db, user, id);
}
