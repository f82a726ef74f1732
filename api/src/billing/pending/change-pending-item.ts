import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { effectiveDate } from '../documents/effective-date.rules.ts';
import { invoiceFacts, todayIn } from '../documents/invoice-basis.ts';
import { checkActive } from '../invoices/invoices.rules.ts';
import { giveUpDisbursement } from '../settlement/give-up-disbursement.ts';
import { getPending } from './pending-invoices.queries.ts';

type NewItem = ParsedInputOf<typeof pendingInvoices.create>;

/** Refuses REFERENCE_UNKNOWN on the client, entity or tax code. */
export async function createPending(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...item }: NewItem,
): Promise<PendingItem> {
  const facts = await invoiceFacts(db, user, { ...item, issueDate: item.readyOn });
  checkActive(facts);
  if (!facts.taxCodes.some((code) => code.id === item.taxCodeId))
    throw refuseField('REFERENCE_UNKNOWN', 'taxCodeId');
  await db
    .insertInto('pendingItem')
    .values({
      id,
      ...item,
      source: 'manual',
      currency: facts.currency,
      originalAmount: item.amount,
      searchText: normalise(item.description),
    })
    .execute();
  return getPending(db, user, id);
}

async function lockWaiting(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
  to: string,
): Promise<PendingItem> {
  const item = await lockAtVersion(db, 'pendingItem', id, version, () => getPending(db, user, id));
  if (item.status !== 'open' && item.status !== 'held')
    throw new Refusal('STATE_NOT_ALLOWED', { from: item.status, to });
  return item;
}

/**
 * Refuses STATE_NOT_ALLOWED once the item is billed or written off, REQUIRED on `reason` for an amount other than the
 * original, and AS_IT_WAS_PAID for any change of a disbursement's amount.
 */
export async function editPending(
  db: Db,
  user: CurrentUser,
  { id, description, amount, reason }: ParsedInputOf<typeof pendingInvoices.edit>,
  version: number,
): Promise<PendingItem> {
  const item = await lockWaiting(db, user, id, version, 'open');
  if (amount !== item.originalAmount && item.kind === 'disbursement')
    throw refuseField('INPUT_INVALID', 'amount', {}, 'AS_IT_WAS_PAID');
  if (amount !== item.originalAmount && !reason) throw refuseField('INPUT_INVALID', 'reason', {}, 'REQUIRED');
  await db
    .updateTable('pendingItem')
    .set({ description, amount, reason, searchText: normalise(description), ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getPending(db, user, id);
}

/** Posts the loss of a disbursement that is given up. Refuses as `effectiveDate`. */
async function giveUp(db: Db, item: PendingItem, asked: string | null): Promise<void> {
  const { timezone } = await db
    .selectFrom('billingEntity')
    .select('timezone')
    .where('id', '=', item.entity.id)
    .executeTakeFirstOrThrow();
  const date = effectiveDate(asked, item.readyOn, todayIn(timezone));
  await giveUpDisbursement(db, { ...item, entityId: item.entity.id }, date);
}

interface Move {
  id: string;
  to: 'open' | 'held' | 'written_off';
  reason?: string | null;
  /** The date of the posting, if the write-off posts a loss. */
  date?: string | null;
}

/** Changes a pending item between open, held and written off. Refuses STATE_NOT_ALLOWED, and REQUIRED on `reason` when an item is held. */
export async function movePending(
  db: Db,
  user: CurrentUser,
  { id, to, reason, date = null }: Move,
  version: number,
): Promise<PendingItem> {
  if (to === 'held' && !reason) throw refuseField('INPUT_INVALID', 'reason', {}, 'REQUIRED');
  const item = await lockWaiting(db, user, id, version, to);
  if (item.status === to) throw new Refusal('STATE_NOT_ALLOWED', { from: item.status, to });
  if (to === 'written_off' && item.kind === 'disbursement') await giveUp(db, item, date);
  await db
    .updateTable('pendingItem')
    .set({
      status: to,
      holdReason: to === 'held' ? reason : null,
      ...(to === 'written_off' && reason ? { reason } : {}),
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getPending(db, user, id);
}
