import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { StaffKind, StaffMember, managers } from '@daybook/contracts/people/staff';
import type { Scope } from '@daybook/contracts/permissions';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { inScope } from '../scope.ts';
import { refuseHigher, refuseOwn } from './ceiling.rules.ts';
import { heldIds, seesEach } from './holdings.queries.ts';
import { checkReceiver } from './holdings.rules.ts';
import type { HoldingKind } from './holdings.rules.ts';
import { withinScope } from './check-scope.ts';
import { lockStaff } from './staff.queries.ts';

interface Handover {
  fromId: string;
  toId: string;
  ids: readonly string[];
}

const touched = async (db: Db, table: 'client' | 'task', ids: readonly string[]): Promise<void> => {
  await sql`update ${sql.table(table)} set version = version + 1 where id = any(${ids}::uuid[])`.execute(db);
};

/** The record names its one person in a column. */
const inColumn =
  (table: 'client' | 'enquiry' | 'task' | 'app_user', column: string) =>
  async (db: Db, { toId, ids }: Handover): Promise<void> => {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${toId}, version = version + 1
      where id = any(${ids}::uuid[])`.execute(db);
  };

async function amongExecutives(db: Db, { fromId, toId, ids }: Handover): Promise<void> {
  await sql`insert into client_executive (client_id, user_id) select unnest(${ids}::uuid[]), ${toId}
    on conflict do nothing`.execute(db);
  await sql`delete from client_executive where user_id = ${fromId} and client_id = any(${ids}::uuid[])`.execute(
    db,
  );
  await touched(db, 'client', ids);
}

async function followUpTo(db: Db, { toId, ids }: Handover): Promise<void> {
  const steps = ids.map((clientId) => ({ id: uuidv7(), clientId, kind: 'hand_on', responsibleId: toId }));
  if (steps.length > 0) await db.insertInto('followUpStep').values(steps).execute();
}

async function amongAssignees(db: Db, { fromId, toId, ids }: Handover): Promise<void> {
  await sql`insert into task_assignee (task_id, user_id) select unnest(${ids}::uuid[]), ${toId}
    on conflict do nothing`.execute(db);
  await sql`delete from task_assignee where user_id = ${fromId} and task_id = any(${ids}::uuid[])`.execute(
    db,
  );
  await touched(db, 'task', ids);
}

/** A person who takes over the team of their own manager takes that manager's place, so that there is no circle. */
async function teamTo(db: Db, { fromId, toId, ids }: Handover): Promise<void> {
  await sql`
    with recursive above (id) as (
      select manager_id from app_user where id = ${toId}
      union select app_user.manager_id from app_user join above on app_user.id = above.id
    )
    update app_user set manager_id = (select manager_id from app_user where id = ${fromId}), version = version + 1
    where id = ${toId} and ${fromId} in (select id from above)`.execute(db);
  await inColumn('app_user', 'manager_id')(db, { fromId, toId, ids: ids.filter((id) => id !== toId) });
}

const handOver: Record<HoldingKind, (db: Db, handover: Handover) => Promise<void>> = {
  clientsAsCrm: inColumn('client', 'crm_id'),
  clientsAsManager: inColumn('client', 'manager_id'),
  clientsAsExecutive: amongExecutives,
  clientsToFollowUp: followUpTo,
  openEnquiries: inColumn('enquiry', 'owner_id'),
  openTasksAssigned: amongAssignees,
  openTasksToReview: inColumn('task', 'reviewer_id'),
  teamMembers: teamTo,
};

/** Nobody reviews their own work where a review is required. Refuses REVIEWER_IS_ASSIGNEE on `toId` with the numbers of the tasks. */
async function checkReviews(db: Db, toId: string, taskIds: readonly string[]): Promise<void> {
  const both = await sql<{ no: string }>`
    select task.no from task join task_assignee on task_assignee.task_id = task.id and task_assignee.user_id = ${toId}
    where task.id = any(${taskIds}::uuid[]) and task.review_required and task.reviewer_id = ${toId}
    order by task.no limit 5`.execute(db);
  if (both.rows.length > 0)
    throw refuseField('REVIEWER_IS_ASSIGNEE', 'toId', { tasks: both.rows.map(({ no }) => no).join(', ') });
}

/** Nobody follows up a client that they do not see, also not after the handover. Refuses REFERENCE_UNKNOWN on `toId`. */
async function checkFollowUps(db: Db, toId: string, clientIds: readonly string[]): Promise<void> {
  if (clientIds.length === 0) return;
  const receiver = await db
    .selectFrom('appUser')
    .select(['id', sql<Scope>`scope`.as('scope')])
    .where('id', '=', toId)
    .executeTakeFirstOrThrow();
  const unseen = await db
    .selectFrom('client')
    .select('id')
    .where(sql<boolean>`id = any (${clientIds}::uuid[])`)
    .where(sql<boolean>`${inScope.client(receiver, sql.ref('client.id'))} is not true`)
    .limit(1)
    .executeTakeFirst();
  if (unseen) throw refuseField('REFERENCE_UNKNOWN', 'toId');
}

/** Sends one notification for everything that is handed over. */
const tellEach = (db: Db, isOn: boolean) =>
  sql`select set_config('daybook.quiet', ${isOn ? '' : 'on'}, true)`.execute(db);

/**
 * Hands over everything that a person is in charge of to a colleague. Refuses NOT_FOUND, OWN_ACCOUNT, PERM_DENIED for a person of a
 * higher rank, and on `toId` REFERENCE_UNKNOWN, REVIEWER_IS_ASSIGNEE and SCOPE_TOO_WIDE. Records that the actor does not see stay
 * where they are, and the actor sees no more than before: SCOPE_TOO_WIDE on `kinds` and `toId`.
 */
export async function transferHoldings(
  db: Db,
  actor: CurrentUser,
  kind: StaffKind,
  { id: fromId, toId, kinds }: ParsedInputOf<typeof managers.transfer>,
): Promise<number> {
  const from = await lockStaff(db, kind, fromId);
  refuseOwn(actor, fromId);
  refuseHigher(actor, from);
  const receiver = await db
    .selectFrom('appUser')
    .select(['status', 'userType'])
    .where('id', '=', toId)
    .where('id', '<>', fromId)
    .forUpdate()
    .executeTakeFirst();
  checkReceiver(receiver, kinds);
  for (const one of kinds)
    if (!(await seesEach(db, actor, one, fromId))) throw refuseField('SCOPE_TOO_WIDE', 'kinds');
  const team = kinds.includes('teamMembers') ? await heldIds(db, 'teamMembers', fromId) : [];
  return withinScope(db, actor, { field: 'toId', team }, () => moveAll(db, from, toId, kinds));
}

async function moveAll(
  db: Db,
  from: StaffMember,
  toId: string,
  kinds: readonly HoldingKind[],
): Promise<number> {
  const tasks: string[] = [];
  const followedUp: string[] = [];
  let moved = 0;
  await tellEach(db, false);
  for (const one of new Set(kinds)) {
    const ids = await heldIds(db, one, from.id);
    if (ids.length === 0) continue;
    await handOver[one](db, { fromId: from.id, toId, ids });
    if (one === 'openTasksAssigned' || one === 'openTasksToReview') tasks.push(...ids);
    if (one === 'clientsToFollowUp') followedUp.push(...ids);
    moved += ids.length;
  }
  await tellEach(db, true);
  await checkReviews(db, toId, tasks);
  await checkFollowUps(db, toId, followedUp);
  if (moved > 0)
    await sql`select tell(${toId}, 'handed_over', ${json({ count: moved, name: from.name })}, null, null)`.execute(
      db,
    );
  return moved;
}
