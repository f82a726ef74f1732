import { sql } from 'kysely';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { Refusal } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { getRecurringInvoice } from '../../billing/recurring-invoices/recurring-invoices.queries.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { lockSubscription, refuseBilled } from '../subscriptions/lock-subscription.ts';
import { agreePrice, soldOf } from '../subscriptions/price-subscription.ts';
import { planOf, termsOf } from './plan-rise.ts';
import type { PlannedPrice } from './plan-prices.rules.ts';

/** A planned price, as it is stored. */
const plannedOf = (db: Db, riseId: string, seriesId: string) =>
  db
    .selectFrom('priceRiseItem')
    .selectAll()
    .where('riseId', '=', riseId)
    .where('seriesId', '=', seriesId)
    .where('leftOut', 'is', null)
    .orderBy('no')
    .execute();

type Stored = Awaited<ReturnType<typeof plannedOf>>[number];

/** Keeps the rise from being undone meanwhile. Refuses NOT_FOUND, and STATE_NOT_ALLOWED unless it is applied and stands. */
export async function standingRise(db: Db, riseId: string) {
  const rise = await db
    .selectFrom('priceRise')
    .selectAll()
    .where('id', '=', riseId)
    .forShare()
    .executeTakeFirst();
  if (!rise) throw new Refusal('NOT_FOUND');
  if (rise.appliedAt === null) throw new Refusal('STATE_NOT_ALLOWED', { from: 'draft', to: 'done' });
  if (rise.undoneAt !== null) throw new Refusal('STATE_NOT_ALLOWED', { from: 'undone', to: 'done' });
  return rise;
}

const isAsPlanned = (stored: Stored, now: PlannedPrice): boolean =>
  now.leftOut === null &&
  now.lineId === stored.lineId &&
  now.validFrom === stored.validFrom &&
  now.before === stored.before &&
  now.after === stored.after &&
  (now.unitAfter === null || now.unitAfter === canonicalDecimal(stored.unitAfter ?? ''));

/** Refuses PERIOD_BILLED on `from`, and PRICE_CHANGED_SINCE if what was planned would not come out now. */
function checkPlan(stored: readonly Stored[], now: readonly PlannedPrice[]): void {
  const billed = now.find(({ leftOut }) => leftOut === 'PERIOD_BILLED');
  if (billed?.leftOut === 'PERIOD_BILLED') throw refuseBilled('from', billed.leftOutOn ?? '');
  const isSame = stored.every((one) => now.some((other) => isAsPlanned(one, other)));
  if (!isSame) throw new Refusal('PRICE_CHANGED_SINCE');
}

/** Locks a series in the order of a run: first the progress, then the series. Refuses NOT_FOUND, and VERSION_CONFLICT. */
async function lockSeries(db: Db, user: CurrentUser, id: string, version: number): Promise<void> {
  await db.selectFrom('seriesProgress').select('seriesId').where('seriesId', '=', id).forUpdate().execute();
  await lockAtVersion(db, 'series', id, version, () => getRecurringInvoice(db, user, id));
}

async function raiseLines(db: Db, seriesId: string, stored: readonly Stored[]): Promise<void> {
  const prices = stored.flatMap(({ lineId, validFrom, unitAfter }) =>
    lineId === null || validFrom === null || unitAfter === null
      ? []
      : [{ lineId, seriesId, validFrom, unitPrice: unitAfter }],
  );
  await db.insertInto('recurringInvoicePrice').values(prices).execute();
  await db.updateTable('series').set(nextVersion).where('id', '=', seriesId).execute();
}

async function raiseSubscription(
  db: Db,
  user: CurrentUser,
  { subscriptionId, seen, validFrom, after }: Stored,
  check: () => Promise<void>,
): Promise<void> {
  if (subscriptionId === null || validFrom === null || after === null)
    throw new Error('a price that is left out cannot be raised');
  if (!holds(user, 'packages')) throw new Refusal('PERM_DENIED');
  const locked = await lockSubscription(db, user, subscriptionId, seen);
  await check();
  await agreePrice(db, user, locked, await soldOf(db, locked.subscription), { validFrom, price: after });
}

/**
 * Writes what was planned for a series, or for its subscription. Refuses as `standingRise`, NOT_FOUND outside the scope, PERM_DENIED
 * for a subscription without `packages`, VERSION_CONFLICT if it has changed, and as `checkPlan`.
 */
export async function raiseSeries(
  db: Db,
  user: CurrentUser,
  riseId: string,
  seriesId: string,
): Promise<void> {
  const { validFrom, ...rise } = await standingRise(db, riseId);
  const stored = await plannedOf(db, riseId, seriesId);
  const [first] = stored;
  if (!first) throw new Refusal('NOT_FOUND');
  const check = async () =>
    checkPlan(stored, await planOf(db, user, [seriesId], termsOf(user, rise, validFrom)));
  if (first.subscriptionId === null) {
    await lockSeries(db, user, seriesId, first.seen);
    await check();
    await raiseLines(db, seriesId, stored);
  } else await raiseSubscription(db, user, first, check);
  await db
    .updateTable('priceRiseItem')
    .set({ doneAt: sql<string>`clock_timestamp()` })
    .where('riseId', '=', riseId)
    .where('seriesId', '=', seriesId)
    .where('leftOut', 'is', null)
    .execute();
}
