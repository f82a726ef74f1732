import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { holdingKinds } from '@daybook/contracts/people/staff';
import type { Holdings } from '@daybook/contracts/people/staff';
import { openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { openLedgersOf } from '../billing/staff-accounts/user-balances.queries.ts';
import { inScope } from '../scope.ts';
import type { HoldingKind } from './holdings.rules.ts';

interface Source {
  /** The records of a person: id and label, and the columns that the scope of the record needs. */
  held: (userId: string) => RawBuilder<unknown>;
  /** The predicate of the records that the caller may see. */
  isSeen: (caller: CurrentUser) => RawBuilder<SqlBool>;
}

const id = sql.ref('held.id');
const client = (held: Source['held']): Source => ({ held, isSeen: (caller) => inScope.client(caller, id) });
const task = (held: Source['held']): Source => ({
  held,
  isSeen: (caller) => inScope.task(caller, id, sql.ref('held.clientId'), sql.ref('held.reviewerId')),
});

const openTasks = sql`select task.id, task.title as label, task.client_id, task.reviewer_id from task
  where task.deleted_at is null and task.status in (${sql.join(openTaskStatuses.map((one) => sql`${one}`))})`;

const sources: Record<HoldingKind, Source> = {
  clientsAsCrm: client((userId) => sql`select id, name as label from client where crm_id = ${userId}`),
  clientsAsManager: client(
    (userId) => sql`select id, name as label from client where manager_id = ${userId}`,
  ),
  clientsAsExecutive: client(
    (userId) => sql`select client.id, client.name as label from client_executive
      join client on client.id = client_executive.client_id where client_executive.user_id = ${userId}`,
  ),
  clientsToFollowUp: client(
    (userId) => sql`select client.id, client.name as label from client_follow_up
      join client on client.id = client_follow_up.client_id where client_follow_up.responsible_id = ${userId}`,
  ),
  openEnquiries: {
    held: (userId) => sql`select id, name as label, owner_id from enquiry
      where owner_id = ${userId} and deleted_at is null and status not in ('won', 'lost')`,
    isSeen: (caller) => inScope.enquiry(caller, sql.ref('held.ownerId')),
  },
  openTasksAssigned: task(
    (userId) =>
      sql`${openTasks} and task.id in (select task_id from task_assignee where user_id = ${userId})`,
  ),
  openTasksToReview: task((userId) => sql`${openTasks} and task.reviewer_id = ${userId}`),
  teamMembers: {
    held: (userId) => sql`select id, name as label from app_user where manager_id = ${userId}`,
    isSeen: () => sql<SqlBool>`true`,
  },
};

const namesShown = 5;

/** Everything that a person is in charge of, and what is still to be settled. It counts all records, and names only those that the caller may see. */
export async function listHoldings(db: Db, caller: CurrentUser, userId: string): Promise<Holdings> {
  const rows: Holdings['rows'] = [];
  for (const kind of holdingKinds) {
    const { held, isSeen } = sources[kind];
    const found = await sql<{ count: number; names: string[] }>`
      select (select count(*) from (${held(userId)}) as held) as count,
        array(select label from (${held(userId)}) as held where ${isSeen(caller)}
          order by label collate "und-x-icu", id limit ${namesShown}) as names`.execute(db);
    const [row] = found.rows;
    if (row && row.count > 0) rows.push({ kind, ...row });
  }
  return { rows, openLedgers: await openLedgersOf(db, userId) };
}

/** Whether the caller sees each of them. */
export async function seesEach(
  db: Db,
  caller: CurrentUser,
  kind: HoldingKind,
  userId: string,
): Promise<boolean> {
  const { held, isSeen } = sources[kind];
  const hidden =
    await sql`select from (${held(userId)}) as held where ${isSeen(caller)} is not true limit 1`.execute(db);
  return hidden.rows.length === 0;
}

export async function heldIds(db: Db, kind: HoldingKind, userId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from (${sources[kind].held(userId)}) as held order by id`.execute(db);
  return found.rows.map((row) => row.id);
}
