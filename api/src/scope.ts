import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { CurrentUser } from './auth/current-user.ts';
import type { Db } from './db/database.ts';

type Ref = Expression<unknown>;
type Predicate = RawBuilder<SqlBool>;
/** Whose scope it is: of the caller, or of whoever else is asked about. */
type Viewer = Pick<CurrentUser, 'id' | 'scope'>;

/** A subquery and not a parameter to compare with, so that one plan serves every person. */
const themselves = (user: Viewer): RawBuilder<unknown> => sql`(select ${user.id}::uuid)`;

/** The caller and everyone below them. */
const team = (user: Viewer): RawBuilder<unknown> => sql`
  (with recursive below (id) as (
     select ${user.id}::uuid union select app_user.id from app_user join below on app_user.manager_id = below.id
   ) select id from below)`;

const people = (user: Viewer): RawBuilder<unknown> => (user.scope === 'team' ? team(user) : themselves(user));

/** Of whom one is the relationship manager, the manager or an executive (docs/rules.md#scope). */
const ownClients = (user: Viewer): RawBuilder<unknown> => sql`
  (select client.id from client where client.crm_id in ${people(user)}
   union all select client.id from client where client.manager_id in ${people(user)}
   union all select client_executive.client_id from client_executive where client_executive.user_id in ${people(user)})`;

const departmentClients = (user: Viewer): RawBuilder<unknown> => sql`
  (select client_department.client_id from client_department
     join user_department on user_department.department_id = client_department.department_id
     where user_department.user_id in ${themselves(user)}
   union all select id from ${ownClients(user)} as own (id))`;

const seenClients = (user: Viewer): RawBuilder<unknown> =>
  user.scope === 'department' ? departmentClients(user) : ownClients(user);

/** The same of one client, by its keys: for the few rows that a page passes this costs less than to gather all that a person sees. */
const seesClient = (user: Viewer, clientId: Ref): Predicate => {
  const theirs = sql`any (array${people(user)})`;
  const ofDepartment = sql`(select true from client_department where client_department.client_id = ${clientId}
    and department_id = any (array(select department_id from user_department where user_id in ${themselves(user)})) limit 1),`;
  return sql<SqlBool>`coalesce(${user.scope === 'department' ? ofDepartment : sql``}
    (select true from client one where one.id = ${clientId} and (one.crm_id = ${theirs} or one.manager_id = ${theirs})),
    (select true from client_executive where client_executive.client_id = ${clientId} and user_id = ${theirs} limit 1), false)`;
};

/** `inScope.task` of one task, asked by its keys; `ofClient` is asked of its client. */
function seesTask(user: Viewer, ofClient: Predicate, taskId: Ref, reviewerId: Ref): Predicate {
  const theirs = sql`any (array${people(user)})`;
  return sql<SqlBool>`(${ofClient} or ${reviewerId} = ${theirs}
    or coalesce((select true from task_assignee where task_id = ${taskId} and user_id = ${theirs} limit 1), false))`;
}

/** What belongs to a person; a department's is that of its people. */
function ofPeople(user: Viewer, personId: Ref): Predicate {
  if (user.scope === 'all') return sql<SqlBool>`true`;
  if (user.scope !== 'department') return sql<SqlBool>`${personId} in ${people(user)}`;
  return sql<SqlBool>`${personId} in (
    select theirs.user_id from user_department theirs
      join user_department mine on mine.department_id = theirs.department_id
      where mine.user_id in ${themselves(user)}
    union select ${user.id}::uuid)`;
}

/**
 * The one table of entity × scope → which rows a person may see (docs/rules.md#scope). Money records follow their client. Every
 * query that lists or opens a record adds the predicate of its entity; `all` costs nothing.
 */
export const inScope = {
  client: (user: Viewer, clientId: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    return sql<SqlBool>`${clientId} in ${seenClients(user)}`;
  },

  /** A group by any of its clients, or by who made it. */
  clientGroup: (user: Viewer, groupId: Ref, createdBy: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    const theirs = sql`(select member.group_id from client member where member.group_id is not null
      and ${inScope.client(user, sql.ref('member.id'))})`;
    return sql<SqlBool>`(${groupId} in ${theirs} or ${createdBy} is not distinct from ${user.id}::uuid)`;
  },

  /** Tasks add who does and who reviews them. */
  task: (user: Viewer, taskId: Ref, clientId: Ref, reviewerId: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    const assigned = sql`(select task_id from task_assignee where user_id in ${people(user)})`;
    return sql<SqlBool>`(${inScope.client(user, clientId)} or ${taskId} in ${assigned} or ${reviewerId} in ${people(user)})`;
  },

  /** Enquiries add nothing to their owner. */
  enquiry: (user: Viewer, ownerId: Ref): Predicate => ofPeople(user, ownerId),

  /** Expenses follow their claimant, whichever client they are for. */
  expense: (user: Viewer, claimantId: Ref): Predicate => ofPeople(user, claimantId),
};

/** `inScope.client` of one client, asked by its keys: for what stands beside few rows. */
export const clientByKeys = (user: Viewer, clientId: Ref): Predicate =>
  user.scope === 'all' ? sql<SqlBool>`true` : seesClient(user, clientId);

/** As many clients' documents are found and sorted sooner than an index in order comes upon one page of them. */
const few = 100;
/** So many are gathered for each page. */
const some = 1_000;

/** Which rows of a page in the order of an index a person sees. */
export interface PageScope {
  visible: Predicate;
  /** The same, asked of each row: for the next rows in order, of which the page is likely to be among. Null where `visible` costs no more. */
  near: Predicate | null;
  /** The same by the ids of all that the person sees, where those are few. */
  gathered?: Predicate;
}

/** What is asked of few rows, such as those of the page itself. */
export const ofRow = ({ visible, near }: PageScope): Predicate => near ?? visible;

/**
 * `inScope.client` for a page in the order of an index, asked once for the page. Written as a join, PostgreSQL would
 * collect and sort all that the person may see: 30,000 documents for 20 rows.
 */
export async function clientsOfPage(db: Db, user: Viewer, clientId: Ref): Promise<PageScope> {
  if (user.scope === 'all') return { visible: sql<SqlBool>`true`, near: null };
  const seen = seenClients(user);
  const { rows } = await sql<{ ids: string[] | null; areSome: boolean }>`
    select case when count(*) <= ${sql.lit(few)} then coalesce(array_agg(id), '{}') end as ids,
      count(*) <= ${sql.lit(some)} as are_some
    from (select id from ${seen} as seen (id) limit ${sql.lit(some + 1)}) as counted`.execute(db);
  const [{ ids, areSome } = { ids: null, areSome: false }] = rows;
  if (ids !== null) return { visible: sql<SqlBool>`${clientId} = any (${ids}::uuid[])`, near: null };
  // As a table that is hashed once: an array is searched from its beginning for each row.
  const visible = sql<SqlBool>`(${clientId} in ${seen}) is true`;
  return { visible, near: areSome ? null : seesClient(user, clientId) };
}

/** `inScope.client` for what is counted or summed: all of it. */
export const allOfClients = (user: Viewer, clientId: Ref): PageScope => ({
  visible: inScope.client(user, clientId),
  near: null,
});

/** All that a person sees of their own, by their ids: asked by each reason, every task of the firm would be. */
function ownTasks(user: Viewer, taskId: Ref): Predicate {
  const ids = sql`(select id from task where client_id = any (array${seenClients(user)})
    union select task_id from task_assignee where user_id in ${themselves(user)}
    union select id from task where reviewer_id in ${themselves(user)})`;
  return sql<SqlBool>`${taskId} = any (array${ids})`;
}

/** `inScope.task` for what is counted or summed. A team's or a department's tasks come to the cap sooner in any order. */
export function allOfTasks(user: Viewer, taskId: Ref, clientId: Ref, reviewerId: Ref): PageScope {
  if (user.scope !== 'own') return { visible: inScope.task(user, taskId, clientId, reviewerId), near: null };
  const gathered = ownTasks(user, taskId);
  return {
    visible: gathered,
    near: seesTask(user, seesClient(user, clientId), taskId, reviewerId),
    gathered,
  };
}

/**
 * True of every client some of whose tasks the person sees, so that others need not be looked for; a task is asked for itself.
 * Of a department's or a team's clients it is true of all: to gather theirs takes longer than to look.
 */
export function clientsOfTasks(user: Viewer, clientId: Ref): Predicate {
  if (user.scope !== 'own') return sql<SqlBool>`true`;
  return sql<SqlBool>`${clientId} in (select id from ${seenClients(user)} as own (id)
    union all select task.client_id from task_assignee join task on task.id = task_assignee.task_id
      where task_assignee.user_id in ${themselves(user)}
    union all select client_id from task where reviewer_id in ${themselves(user)})`;
}

/** `inScope.task` for a page in the order of an index. */
export async function tasksOfPage(
  db: Db,
  user: Viewer,
  taskId: Ref,
  clientId: Ref,
  reviewerId: Ref,
): Promise<PageScope> {
  if (user.scope === 'all') return { visible: sql<SqlBool>`true`, near: null };
  const ofClients = await clientsOfPage(db, user, clientId);
  const near = seesTask(user, ofClients.near ?? ofClients.visible, taskId, reviewerId);
  const visible = inScope.task(user, taskId, clientId, reviewerId);
  return user.scope === 'own' ? { visible, near, gathered: ownTasks(user, taskId) } : { visible, near };
}
