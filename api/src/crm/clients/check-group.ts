import { sql } from 'kysely';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

/** Checks that the caller sees the group and it is active, and that the payer of a group stays in it. Refuses on `groupId`. */
export async function checkGroup(
  db: Db,
  user: CurrentUser,
  groupId: string | null,
  before: Client | null,
  within = '',
): Promise<void> {
  const left = before?.group?.id ?? null;
  if (groupId === left) return;
  if (before && left !== null) {
    const paying = await db
      .selectFrom('clientGroup')
      .select('id')
      .where('id', '=', left)
      .where('payerClientId', '=', before.id)
      .executeTakeFirst();
    if (paying) throw refuseField('INPUT_INVALID', `${within}groupId`, {}, 'PAYS_FOR_GROUP');
  }
  if (groupId === null) return;
  const joined = await db
    .selectFrom('clientGroup')
    .select('id')
    .where('id', '=', groupId)
    .where('active', '=', true)
    .where(inScope.clientGroup(user, sql.ref('clientGroup.id'), sql.ref('clientGroup.createdBy')))
    .executeTakeFirst();
  if (!joined) throw refuseField('REFERENCE_UNKNOWN', `${within}groupId`);
}
