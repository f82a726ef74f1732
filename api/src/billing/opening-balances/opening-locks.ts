import { sql } from 'kysely';
import type {
  OpeningDocument,
  OpeningEntity,
  openingBalances,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { openingEntity } from './opening-balances.queries.ts';
import { takeOpeningBack } from './store-openings.ts';

/**
 * Refuses NOT_FOUND, and on `cutOverOn` a future date, CUT_OVER_FIXED while something is posted on the previous date,
 * and CUT_OVER_AFTER_POSTINGS for a date that has earlier postings which are not opening balances.
 */
export async function moveCutOver(
  db: Db,
  { id, cutOverOn }: ParsedInputOf<typeof openingBalances.cutOver>,
): Promise<OpeningEntity> {
  const { today } = await openingEntity(db, id);
  if (cutOverOn !== null && cutOverOn > today)
    throw refuseField('INPUT_INVALID', 'cutOverOn', {}, 'DATE_FUTURE');
  await db.updateTable('billingEntity').set({ cutOverOn }).where('id', '=', id).execute();
  return openingEntity(db, id);
}

/** Refuses NOT_FOUND, OPENING_LOCKED, and OPENING_SETTLED for an opening balance that something has settled. */
export async function takeOneBack(
  db: Db,
  user: CurrentUser,
  { id, reason }: ParsedInputOf<typeof openingBalances.takeBack>,
): Promise<void> {
  const document = await db
    .selectFrom('openingDocument')
    .innerJoin('client', 'client.id', 'openingDocument.clientId')
    .select([
      sql<OpeningDocument['kind']>`opening_document.kind`.as('kind'),
      sql<string>`opening_on`.as('day'),
      sql<boolean>`is_settled`.as('isSettled'),
      'client.openingLocked',
    ])
    .where('openingDocument.id', '=', id)
    .where(inScope.client(user, sql.ref('client.id')))
    .forNoKeyUpdate('client')
    .executeTakeFirst();
  if (!document) throw new Refusal('NOT_FOUND');
  if (document.openingLocked) throw new Refusal('OPENING_LOCKED');
  if (document.isSettled) throw new Refusal('OPENING_SETTLED');
  await takeOpeningBack(db, user, { id, reason, ...document });
}

/** Refuses NOT_FOUND for a client that has nothing to lock in this entity. */
export async function lockOpenings(
  db: Db,
  user: CurrentUser,
  { entityId, clientId }: ParsedInputOf<typeof openingBalances.lock>,
): Promise<{ locked: number }> {
  const rows = await db
    .selectFrom('client')
    .select(['id', 'openingLocked'])
    .where(
      sql<boolean>`exists (select from opening_document where entity_id = ${entityId} and client_id = client.id)`,
    )
    .where(inScope.client(user, sql.ref('client.id')))
    .$if(clientId !== null, (query) => query.where('client.id', '=', clientId ?? ''))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (clientId !== null && rows.length === 0) throw new Refusal('NOT_FOUND');
  const open = rows.filter(({ openingLocked }) => !openingLocked);
  if (open.length > 0) {
    await db
      .updateTable('client')
      .set({ openingLocked: true, openingLockReason: null })
      .where(sql<boolean>`id = any (${open.map(({ id }) => id)}::uuid[])`)
      .execute();
  }
  return { locked: open.length };
}

/** Refuses NOT_FOUND, and STATE_NOT_ALLOWED for a client that is not locked. */
export async function unlockOpenings(
  db: Db,
  user: CurrentUser,
  { clientId, reason }: ParsedInputOf<typeof openingBalances.unlock>,
): Promise<void> {
  const client = await db
    .selectFrom('client')
    .select('openingLocked')
    .where('id', '=', clientId)
    .where(inScope.client(user, sql.ref('client.id')))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!client) throw new Refusal('NOT_FOUND');
  if (!client.openingLocked) throw new Refusal('STATE_NOT_ALLOWED', { from: 'open', to: 'open' });
  await db
    .updateTable('client')
    .set({ openingLocked: false, openingLockReason: reason })
    .where('id', '=', clientId)
    .execute();
}
