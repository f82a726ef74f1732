import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { inScope } from '../../scope.ts';

interface Billed {
  clientId: string;
  entityId: string;
  currency: string;
}

/** The client who is billed, and those of the given clients that are in the same group. */
async function billedTogether(
  db: Db,
  clientId: string,
  clientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const others = clientIds.filter((id) => id !== clientId);
  if (others.length === 0) return new Set([clientId]);
  const members = await db
    .selectFrom('client')
    .innerJoin('client as billed', 'billed.groupId', 'client.groupId')
    .select('client.id')
    .where('billed.id', '=', clientId)
    .where('client.id', 'in', others)
    .execute();
  return new Set([clientId, ...members.map(({ id }) => id)]);
}

/**
 * Makes `itemIds` the items that a draft bills. Items that it billed before and no longer bills become pending again.
 * Items are locked in the order of their ids. Refuses REFERENCE_UNKNOWN, ALREADY_INVOICED for an item that another
 * invoice bills, CURRENCY_MISMATCH, and ENTITY_MISMATCH for an item of another entity or client group. An item that the
 * draft already bills may stay even if its client has left the group.
 */
export async function billPendingItems(
  db: Db,
  user: CurrentUser,
  invoiceId: string,
  billed: Billed,
  itemIds: readonly string[],
): Promise<void> {
  const wanted = new Set(itemIds);
  if (wanted.size < itemIds.length) throw new Refusal('ALREADY_INVOICED');
  const items = await db
    .selectFrom('pendingItem')
    .select((eb) => [
      'id',
      'status',
      'invoiceId',
      'clientId',
      'entityId',
      'currency',
      eb
        .selectFrom('invoice')
        .select('invoice.clientId')
        .whereRef('invoice.id', '=', 'pendingItem.invoiceId')
        .as('billedTo'),
    ])
    .where((eb) => eb.or([eb('invoiceId', '=', invoiceId), eb('id', 'in', [...wanted, invoiceId])]))
    .where((eb) =>
      eb.or([eb('invoiceId', '=', invoiceId), inScope.client(user, sql.ref('pendingItem.clientId'))]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const known = new Set(items.map(({ id }) => id));
  if (itemIds.some((id) => !known.has(id))) throw new Refusal('REFERENCE_UNKNOWN');
  const together = await billedTogether(
    db,
    billed.clientId,
    items.map(({ clientId }) => clientId),
  );
  for (const item of items.filter(({ id }) => wanted.has(id))) {
    const isFree = item.status === 'open' || item.invoiceId === invoiceId;
    if (!isFree) throw new Refusal('ALREADY_INVOICED');
    if (item.currency !== billed.currency) throw new Refusal('CURRENCY_MISMATCH');
    const isOurs =
      together.has(item.clientId) || (item.invoiceId === invoiceId && item.billedTo === billed.clientId);
    if (item.entityId !== billed.entityId || !isOurs) throw new Refusal('ENTITY_MISMATCH');
  }
  const released = items
    .filter(({ id, invoiceId: by }) => by === invoiceId && !wanted.has(id))
    .map(({ id }) => id);
  const taken = items.filter(({ id, invoiceId: by }) => by === null && wanted.has(id)).map(({ id }) => id);
  if (released.length > 0) {
    await db
      .updateTable('pendingItem')
      .set({ status: 'open', invoiceId: null, ...nextVersion })
      .where('id', 'in', released)
      .execute();
  }
  if (taken.length > 0) {
    await db
      .updateTable('pendingItem')
      .set({ status: 'invoiced', invoiceId, ...nextVersion })
      .where('id', 'in', taken)
      .execute();
  }
}

/** Makes the work of a voided invoice pending again. */
export const reopenPendingItems = (db: Db, invoiceId: string) =>
  db
    .updateTable('pendingItem')
    .set({ status: 'open', invoiceId: null, ...nextVersion })
    .where('invoiceId', '=', invoiceId)
    .execute();
