import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { PendingSource } from '@daybook/contracts/billing/pending/pending-invoices';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';

export interface NewPendingItem {
  clientId: string;
  entityId: string;
  currency: string;
  source: PendingSource;
  /** The task, expense, … that is billed; null only if the source is `manual`. */
  sourceId: string | null;
  serviceId: string | null;
  /** A disbursement is billed exactly as it was paid; the default is a fee. */
  kind?: 'fee' | 'disbursement';
  description: string;
  /** The quantity that the work is told in; one if absent. */
  qty?: string;
  /** Minor units of `currency`. */
  amount: Minor;
  /** The value of the work, if another amount is billed, and why. */
  originalAmount?: Minor;
  reason?: string | null;
  taxCodeId: string;
  readyOn: string;
}

/**
 * The only way in which work becomes pending; runs in the transaction that created the work. A source has one item at
 * most, so concurrent calls bill it once. An item that was written off becomes open again if the work was done `anew`,
 * and stays written off if its source was only restored.
 */
export async function makePendingItem(db: Db, item: NewPendingItem, anew = true): Promise<void> {
  const again = { originalAmount: item.amount, ...item, searchText: normalise(item.description) };
  await db
    .insertInto('pendingItem')
    .values({ id: uuidv7(), ...again })
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'sourceId'])
        .where('sourceId', 'is not', null)
        .doUpdateSet({
          ...again,
          status: 'open',
          reason: item.reason ?? null,
          version: sql<number>`pending_item.version + 1`,
        })
        .where('pendingItem.status', '=', 'written_off')
        .where(sql.lit(anew), '=', true),
    )
    .execute();
}

/** Removes the item of a source before it is billed. Refuses ALREADY_INVOICED. An item that was written off stays, and its id is returned. */
export async function withdrawPendingItem(
  db: Db,
  source: PendingSource,
  sourceId: string,
): Promise<string | null> {
  const item = await db
    .selectFrom('pendingItem')
    .select(['id', 'status'])
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .forUpdate()
    .executeTakeFirst();
  if (item?.status === 'invoiced') throw new Refusal('ALREADY_INVOICED');
  if (item?.status === 'written_off') return item.id;
  if (item) await db.deleteFrom('pendingItem').where('id', '=', item.id).execute();
  return null;
}
