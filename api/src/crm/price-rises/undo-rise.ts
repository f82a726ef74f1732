import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { getRecurringInvoice } from '../../billing/recurring-invoices/recurring-invoices.queries.ts';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { lockSubscription } from '../subscriptions/lock-subscription.ts';
import { takeBackPrice } from '../subscriptions/price-subscription.ts';

/** The prices of a rise that were raised and not undone. */
const standing = (db: Db, riseId: string) =>
  db
    .selectFrom('priceRiseItem')
    .selectAll()
    .where('riseId', '=', riseId)
    .where('doneAt', 'is not', null)
    .where('undoneAt', 'is', null);

type Standing = Awaited<ReturnType<ReturnType<typeof standing>['executeTakeFirstOrThrow']>>;

/** Refuses PRICE_RISE_BILLED once a period at the new price has an invoice. The series is locked against runs. */
async function refuseIfBilled(db: Db, { seriesId, validFrom }: Standing): Promise<void> {
  const billed = await db
    .selectFrom('seriesRun')
    .select('nominalDate')
    .where('seriesId', '=', seriesId)
    .where('status', '=', 'created')
    .where('periodFrom', '>=', validFrom)
    .limit(1)
    .executeTakeFirst();
  if (billed) throw new Refusal('PRICE_RISE_BILLED');
}

async function lowerLine(db: Db, user: CurrentUser, item: Standing): Promise<void> {
  const { seriesId, lineId, validFrom, unitAfter } = item;
  await db
    .selectFrom('seriesProgress')
    .select('seriesId')
    .where('seriesId', '=', seriesId)
    .forUpdate()
    .execute();
  await db.selectFrom('series').select('id').where('id', '=', seriesId).forUpdate().execute();
  const { successor } = await getRecurringInvoice(db, user, seriesId);
  await refuseIfBilled(db, item);
  const gone = await db
    .deleteFrom('recurringInvoicePrice')
    .where('lineId', '=', lineId)
    .where('validFrom', '=', validFrom)
    .where('unitPrice', '=', unitAfter)
    .returning('lineId')
    .executeTakeFirst();
  // A successor goes on with the raised price.
  if (!gone || successor !== null) throw new Refusal('PRICE_CHANGED_SINCE');
  await db.updateTable('series').set(nextVersion).where('id', '=', seriesId).execute();
}

async function lowerSubscription(db: Db, user: CurrentUser, item: Standing, id: string): Promise<void> {
  if (!holds(user, 'packages')) throw new Refusal('PERM_DENIED');
  const { version } = await db
    .selectFrom('subscription')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const locked = await lockSubscription(db, user, id, version);
  await refuseIfBilled(db, item);
  const { validFrom, after } = item;
  if (validFrom === null || after === null || locked.subscription.successor !== null)
    throw new Refusal('PRICE_CHANGED_SINCE');
  const isGone = await takeBackPrice(db, user, locked, { validFrom, price: after });
  if (!isGone) throw new Refusal('PRICE_CHANGED_SINCE');
}

async function lower(db: Db, user: CurrentUser, item: Standing): Promise<void> {
  if (item.subscriptionId === null) await lowerLine(db, user, item);
  else await lowerSubscription(db, user, item, item.subscriptionId);
  await db
    .updateTable('priceRiseItem')
    .set({ undoneAt: sql<string>`clock_timestamp()`, undoneBy: user.id })
    .where('id', '=', item.id)
    .execute();
}

/**
 * Undoes one price. Refuses NOT_FOUND, also outside the scope, STATE_NOT_ALLOWED unless it is raised, PRICE_RISE_BILLED,
 * PRICE_CHANGED_SINCE if somebody has agreed another price since, and PERM_DENIED for a subscription without `packages`.
 */
export async function undoItem(db: Db, user: CurrentUser, riseId: string, itemId: string): Promise<void> {
  const there = await db
    .selectFrom('priceRiseItem')
    .select('seriesId')
    .where('id', '=', itemId)
    .where('riseId', '=', riseId)
    .executeTakeFirst();
  if (!there) throw new Refusal('NOT_FOUND');
  await getRecurringInvoice(db, user, there.seriesId);
  const item = await standing(db, riseId).where('id', '=', itemId).forUpdate().executeTakeFirst();
  if (!item) throw new Refusal('STATE_NOT_ALLOWED', { from: 'undone', to: 'undone' });
  await lower(db, user, item);
}

/** Undoes all prices of a series that stand; none, if one of them cannot be. Refuses as `undoItem`. */
export async function undoSeries(db: Db, user: CurrentUser, riseId: string, seriesId: string): Promise<void> {
  const items = await standing(db, riseId)
    .where('seriesId', '=', seriesId)
    .orderBy('no')
    .forUpdate()
    .execute();
  if (items.length === 0) throw new Refusal('STATE_NOT_ALLOWED', { from: 'undone', to: 'undone' });
  for (const item of items) await lower(db, user, item);
}
