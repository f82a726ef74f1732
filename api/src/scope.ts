import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { CurrentUser } from './auth/current-user.ts';
import type { Db } from './db/database.ts';

type Ref = Expression<unknown>;
type Predicate = RawBuilder<SqlBool>;
/** Whose sight it is: of the caller, or of whoever else is asked about. */
type Sight = Pick<CurrentUser, 'id' | 'scope'>;

/** The caller and everyone below them. */
const team = (user: Sight): RawBuilder<unknown> => sql`
  (with recursive below (id) as (
     select ${user.id}::uuid union select app_user.id from app_user join below on app_user.manager_id = below.id
   ) select id from below)`;

const people = (user: Sight): RawBuilder<unknown> =>
  user.scope === 'team' ? team(user) : sql`(select ${user.id}::uuid)`;

/** Of whom one is the relationship manager, the manager or an executive (ruling 56). */
const ownClients = (user: Sight): RawBuilder<unknown> => sql`
  (select client.id from client where client.crm_id in ${people(user)}
   union select client.id from client where client.manager_id in ${people(user)}
   union select client_executive.client_id from client_executive where client_executive.user_id in ${people(user)})`;

const departmentClients = (user: Sight): RawBuilder<unknown> => sql`
  (select client_department.client_id from client_department
     join user_department on user_department.department_id = client_department.department_id
     where user_department.user_id = ${user.id}
   union select id from ${ownClients(user)} as own (id))`;

/** What belongs to a person; a department's is that of its people. */
function ofPeople(user: Sight, personId: Ref): Predicate {
  if (user.scope === 'all') return sql<SqlBool>`true`;
  if (user.scope !== 'department') return sql<SqlBool>`${personId} in ${people(user)}`;
  return sql<SqlBool>`${personId} in (
    select theirs.user_id from user_department theirs
      join user_department mine on mine.department_id = theirs.department_id
      where mine.user_id = ${user.id}
    union select ${user.id}::uuid)`;
}

/**
 * The one table of entity × scope → which rows a person may see (ruling 1). Money records follow their client. Every
 * query that lists or opens a record adds the predicate of its entity; `all` costs nothing.
 */
export const inScope = {
  client: (user: Sight, clientId: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    if (user.scope === 'department') return sql<SqlBool>`${clientId} in ${departmentClients(user)}`;
    return sql<SqlBool>`${clientId} in ${ownClients(user)}`;
  },

  /** A group by any of its clients, or by who made it. */
  clientGroup: (user: Sight, groupId: Ref, createdBy: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    const theirs = sql`(select member.group_id from client member where member.group_id is not null
      and ${inScope.client(user, sql.ref('member.id'))})`;
    return sql<SqlBool>`(${groupId} in ${theirs} or ${createdBy} is not distinct from ${user.id}::uuid)`;
  },

  /** Tasks add who does and who reviews them. */
  task: (user: Sight, taskId: Ref, clientId: Ref, reviewerId: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    const assigned = sql`(select task_id from task_assignee where user_id in ${people(user)})`;
    return sql<SqlBool>`(${inScope.client(user, clientId)} or ${taskId} in ${assigned} or ${reviewerId} in ${people(user)})`;
  },

  /** Enquiries add nothing to their owner. */
  enquiry: (user: Sight, ownerId: Ref): Predicate => ofPeople(user, ownerId),

  /** Expenses follow their claimant, whichever client they are for. */
  expense: (user: Sight, claimantId: Ref): Predicate => ofPeople(user, claimantId),
};

/** As many clients' documents are found and sorted sooner than an index in order comes upon one page of them. */
const few = 100;

/**
 * `inScope.client` for a page in the order of an index, asked once for the page. Written as a join, PostgreSQL would
 * collect and sort all that the person may see: 30,000 documents for 20 rows.
 */
export async function clientsOfPage(db: Db, user: Sight): Promise<(clientId: Ref) => Predicate> {
  if (user.scope === 'all') return () => sql<SqlBool>`true`;
  const seen = user.scope === 'department' ? departmentClients(user) : ownClients(user);
  const { rows } = await sql<{
    id: string;
  }>`select id from ${seen} as seen (id) limit ${sql.lit(few + 1)}`.execute(db);
  if (rows.length <= few) {
    const ids = rows.map(({ id }) => id);
    return (clientId) => sql<SqlBool>`${clientId} = any (${ids}::uuid[])`;
  }
  return (clientId) => sql<SqlBool>`(${clientId} in ${seen}) is true`;
}
