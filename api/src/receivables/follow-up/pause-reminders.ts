import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { FollowUpBasis, followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { refuseField } from '@daybook/contracts/refusals';
import { checkReminders } from '@daybook/contracts/reminders';
import type { CurrentUser } from '../../auth/current-user.ts';
import { checkChoices } from '../../crm/check-choices.ts';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { reviseProposals } from '../reminders/revise-proposals.ts';
import { askedClient } from './asked-clients.queries.ts';
import { followUpBasis } from './follow-up.queries.ts';
import { lockFollowUp } from './record-promise.ts';

type Setting = ReturnType<typeof checkReminders>;

const onClient = (db: Db, id: string, setting: Setting) =>
  db
    .updateTable('client')
    .set({ ...setting, ...nextVersion })
    .where('id', '=', id)
    .execute();

const onEntity = (db: Db, clientId: string, entityId: string, setting: Setting) =>
  db
    .insertInto('clientReminders')
    .values({ clientId, entityId, ...setting })
    .onConflict((on) => on.columns(['clientId', 'entityId']).doUpdateSet(setting))
    .execute();

/** Refuses REFERENCE_UNKNOWN for an invoice of somebody else, and for one that is not open. */
async function onInvoice(db: Db, clientIds: readonly string[], id: string, setting: Setting): Promise<void> {
  const done = await db
    .updateTable('invoiceState')
    .set(setting)
    .where('invoiceId', '=', id)
    .where('clientId', 'in', clientIds)
    .where('status', 'in', ['issued', 'part_paid'])
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) throw refuseField('REFERENCE_UNKNOWN', 'invoiceId');
}

/** Refuses NOT_FOUND, and on their fields a pause without its last day or in the past, and two targets at once. */
export async function pauseReminders(
  db: Db,
  user: CurrentUser,
  { id, entityId, invoiceId, note, ...given }: ParsedInputOf<typeof followUps.pause>,
): Promise<FollowUpBasis> {
  const { clients, today } = await askedClient(db, user, id);
  const setting = checkReminders(given);
  if (entityId !== null && invoiceId !== null)
    throw refuseField('INPUT_INVALID', 'entityId', {}, 'UNKNOWN_FIELD');
  if (setting.remindersPausedUntil !== null && setting.remindersPausedUntil < today)
    throw refuseField('INPUT_INVALID', 'remindersPausedUntil', { earliest: today }, 'DATE_TOO_EARLY');
  await checkChoices(db, [{ field: 'entityId', ids: [entityId], among: 'billingEntities' }]);
  await lockFollowUp(db, id);
  if (invoiceId !== null)
    await onInvoice(
      db,
      clients.map((client) => client.id),
      invoiceId,
      setting,
    );
  else if (entityId !== null) await onEntity(db, id, entityId, setting);
  else await onClient(db, id, setting);
  await db
    .insertInto('followUpStep')
    .values({ id: uuidv7(), clientId: id, kind: 'pause', entityId, invoiceId, ...setting, note })
    .execute();
  await reviseProposals(db, id);
  return followUpBasis(db, user, id);
}
