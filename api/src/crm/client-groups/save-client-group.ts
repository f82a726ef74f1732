import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ClientGroup, clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { inScope } from '../../scope.ts';
import { getClientGroup } from './client-groups.queries.ts';

type Fields = Omit<ParsedInputOf<typeof clientGroups.create>, 'id'>;

/** Refuses ALREADY_EXISTS on `name`, PERM_DENIED for members without the permission for clients, and what `saveMembers` refuses. */
export async function createClientGroup(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), name, ...fields }: Fields & { id?: string | undefined },
): Promise<ClientGroup> {
  if (fields.memberIds.length > 0 && !holds(user, 'clients.edit')) throw new Refusal('PERM_DENIED');
  await db
    .insertInto('clientGroup')
    .values({ id, name, searchText: normalise(name) })
    .execute();
  await saveMembers(db, user, { id, ...fields }, []);
  await db
    .updateTable('clientGroup')
    .set({ payerClientId: await payerOf(db, user, { id, ...fields }) })
    .where('id', '=', id)
    .execute();
  return getClientGroup(db, user, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `name`, and what `saveMembers` refuses. */
export async function editClientGroup(
  db: Db,
  user: CurrentUser,
  { id, name, ...fields }: ParsedInputOf<typeof clientGroups.edit>,
  version: number,
): Promise<ClientGroup> {
  const before = await lockAtVersion(db, 'clientGroup', id, version, () => getClientGroup(db, user, id));
  const memberIds = before.members.map((member) => member.id);
  await saveMembers(db, user, { id, ...fields }, memberIds);
  await db
    .updateTable('clientGroup')
    .set({
      name,
      payerClientId: await payerOf(db, user, { id, ...fields }),
      searchText: normalise(name),
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getClientGroup(db, user, id);
}

/** Moves clients into and out of a group. Refuses on `memberIds` a client that is outside the caller’s scope or in another group. */
async function saveMembers(
  db: Db,
  user: CurrentUser,
  { id, memberIds }: Pick<Fields, 'memberIds'> & { id: string },
  before: readonly string[],
): Promise<void> {
  const wanted = new Set(memberIds);
  const moved = [
    ...before.filter((one) => !wanted.has(one)),
    ...[...wanted].filter((one) => !before.includes(one)),
  ];
  if (moved.length === 0) return;
  const clients = await db
    .selectFrom('client')
    .select(['id', 'groupId'])
    .where('id', 'in', moved)
    .where(inScope.client(user, sql.ref('client.id')))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (clients.length < moved.length) throw refuseField('REFERENCE_UNKNOWN', 'memberIds');
  if (clients.some((one) => one.groupId !== null && one.groupId !== id))
    throw refuseField('INPUT_INVALID', 'memberIds', {}, 'IN_ANOTHER_GROUP');
  for (const { id: clientId } of clients) {
    await db
      .updateTable('client')
      .set({ groupId: wanted.has(clientId) ? id : null, ...nextVersion })
      .where('id', '=', clientId)
      .execute();
  }
}

/** The payer to store; a payer outside the caller’s scope stays. Refuses on `payerClientId` a client that is not in the group. */
async function payerOf(
  db: Db,
  user: CurrentUser,
  { id, payerClientId }: Pick<Fields, 'payerClientId'> & { id: string },
): Promise<string | null> {
  const unseen = await db
    .selectFrom('clientGroup')
    .select('payerClientId')
    .where('id', '=', id)
    .where(sql<boolean>`not ${inScope.client(user, sql.ref('clientGroup.payerClientId'))}`)
    .executeTakeFirst();
  if (payerClientId === null) return unseen?.payerClientId ?? null;
  const payer = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', payerClientId)
    .where('groupId', '=', id)
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!payer) throw refuseField('INPUT_INVALID', 'payerClientId', {}, 'NOT_A_MEMBER');
  return payer.id;
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCED if it ever had a client. */
export async function removeClientGroup(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<void> {
  await lockAtVersion(db, 'clientGroup', id, version, () => getClientGroup(db, user, id));
  await db.deleteFrom('clientGroup').where('id', '=', id).execute();
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED, GROUP_HAS_CLIENTS while one of them is active. */
export async function putClientGroupInUse(
  db: Db,
  user: CurrentUser,
  { id, active }: { id: string; active: boolean },
  version: number,
): Promise<ClientGroup> {
  const group = await lockAtVersion(db, 'clientGroup', id, version, () => getClientGroup(db, user, id));
  const state = active ? 'active' : 'inactive';
  if (group.active === active) throw new Refusal('STATE_NOT_ALLOWED', { from: state, to: state });
  await db
    .updateTable('clientGroup')
    .set({ active, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getClientGroup(db, user, id);
}
