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
  /** The task, expense, … that is billed; null only for `manual`. */
  sourceId: string | null;
  serviceId: string | null;
  /** What was paid for the client is billed as such; work by default. */
  kind?: 'fee' | 'disbursement';
  description: string;
  /** Minor units of `currency`. */
  amount: Minor;
  taxCodeId: string;
  readyOn: string;
}

/**
 * The one door by which work comes to wait for an invoice; the caller's transaction holds what made it. A source that
 * already has an item keeps that one, so two at once bill once. What was written off waits again where the work was done
 * `anew`, and stays so where its source only came back as it was.
 */
export async function makePendingItem(db: Db, item: NewPendingItem, anew = true): Promise<void> {
  const again = { ...item, originalAmount: item.amount, searchText: normalise(item.description) };
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
          reason: null,
          version: sql<number>`pending_item.version + 1`,
        })
        .where('pendingItem.status', '=', 'written_off')
        .where(sql.lit(anew), '=', true),
    )
    .execute();
}

/** Takes a source's item back before it is billed. Refuses ALREADY_INVOICED; what was written off stays so, and is answered. */
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
