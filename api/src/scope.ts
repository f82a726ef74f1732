import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { CurrentUser } from './auth/current-user.ts';
import type { Db } from './db/database.ts';

type Ref = Expression<unknown>;
type Predicate = RawBuilder<SqlBool>;
/** The person whose scope it is: the caller, or someone else who is asked about. */
export type Viewer = Pick<CurrentUser, 'id' | 'scope'>;

/** A subquery, not a plain parameter, so that one query plan serves every person. */
const themselves = (user: Viewer): RawBuilder<unknown> => sql`(select ${user.id}::uuid)`;

/** The caller and everyone below them. */
const team = (user: Viewer): RawBuilder<unknown> => sql`
  (with recursive below (id) as (
     select ${user.id}::uuid union select app_user.id from app_user join below on app_user.manager_id = below.id
   ) select id from below)`;

const people = (user: Viewer): RawBuilder<unknown> => (user.scope === 'team' ? team(user) : themselves(user));

/** The clients of which these people are the relationship manager, the manager or an executive (docs/rules.md#scope). */
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

/**
 * `seenClients` for one client, tested by its keys: for the few rows that a page reads, cheaper than gathering everything a
 * person sees.
 */
const seesClient = (user: Viewer, clientId: Ref): Predicate => {
  const theirs = sql`any (array${people(user)})`;
  const ofDepartment = sql`(select true from client_department where client_department.client_id = ${clientId}
    and department_id = any (array(select department_id from user_department where user_id in ${themselves(user)})) limit 1),`;
  return sql<SqlBool>`coalesce(${user.scope === 'department' ? ofDepartment : sql``}
    (select true from client one where one.id = ${clientId} and (one.crm_id = ${theirs} or one.manager_id = ${theirs})),
    (select true from client_executive where client_executive.client_id = ${clientId} and user_id = ${theirs} limit 1), false)`;
};

/** `inScope.task` for one task, tested by its keys; `ofClient` is the condition on its client. */
function seesTask(user: Viewer, ofClient: Predicate, taskId: Ref, reviewerId: Ref): Predicate {
  const theirs = sql`any (array${people(user)})`;
  return sql<SqlBool>`(${ofClient} or ${reviewerId} = ${theirs}
    or coalesce((select true from task_assignee where task_id = ${taskId} and user_id = ${theirs} limit 1), false))`;
}

/** Records that belong to a person; with the scope `department`, those of everybody in the person’s departments. */
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
 * The only table of entity × scope → which rows a person may see (docs/rules.md#scope). Money records follow their client.
 * Every query that lists or opens a record adds the predicate of its entity; `all` costs nothing.
 */
export const inScope = {
  client: (user: Viewer, clientId: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    return sql<SqlBool>`${clientId} in ${seenClients(user)}`;
  },

  /** People who see all clients that a reminder names see it: the payer of a group, and `others` of the group. */
  reminder: (user: Viewer, clientId: Ref, others: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    return sql<SqlBool>`(${inScope.client(user, clientId)} and not exists (select from unnest(${others}) as other (id)
      where ${inScope.client(user, sql.ref('other.id'))} is not true))`;
  },

  /** A group is visible through any of its clients, and to its creator. */
  clientGroup: (user: Viewer, groupId: Ref, createdBy: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    const theirs = sql`(select member.group_id from client member where member.group_id is not null
      and ${inScope.client(user, sql.ref('member.id'))})`;
    return sql<SqlBool>`(${groupId} in ${theirs} or ${createdBy} is not distinct from ${user.id}::uuid)`;
  },

  /** A contact is visible through any of its clients. */
  contact: (user: Viewer, contactId: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    return sql<SqlBool>`${contactId} in (select link.contact_id from client_contact link
      where ${inScope.client(user, sql.ref('link.clientId'))})`;
  },

  /** A task is visible through its client, and to its assignees and its reviewer. */
  task: (user: Viewer, taskId: Ref, clientId: Ref, reviewerId: Ref): Predicate => {
    if (user.scope === 'all') return sql<SqlBool>`true`;
    const assigned = sql`(select task_id from task_assignee where user_id in ${people(user)})`;
    return sql<SqlBool>`(${inScope.client(user, clientId)} or ${taskId} in ${assigned} or ${reviewerId} in ${people(user)})`;
  },

  /** An enquiry is visible through its owner only. */
  enquiry: (user: Viewer, ownerId: Ref): Predicate => ofPeople(user, ownerId),

  /** An expense is visible through its claimant, whichever client it is for. */
  expense: (user: Viewer, claimantId: Ref): Predicate => ofPeople(user, claimantId),

  /** A timesheet is visible to its person, to those above, and with tasks.edit through the person. */
  timesheet: (user: Viewer, personId: Ref): Predicate => ofPeople(user, personId),

  /** What the firm and a person owe each other is visible as the person's expenses are. */
  staffAccount: (user: Viewer, personId: Ref): Predicate => ofPeople(user, personId),
};

/** `inScope.client` for one client, tested by its keys: for what is shown beside a few rows. */
export const clientByKeys = (user: Viewer, clientId: Ref): Predicate =>
  user.scope === 'all' ? sql<SqlBool>`true` : seesClient(user, clientId);

/** Up to this many clients, finding and sorting all their documents is faster than walking an index until a page is full. */
const few = 100;
/** Up to this many clients are gathered for each page. */
const some = 1_000;

/** The rows that a person sees, for a page in the order of an index. */
export interface PageScope {
  visible: Predicate;
  /**
   * The same condition, cheaper for a few rows: it is tested on the next rows in index order, which probably fill the page.
   * Null if `visible` is just as cheap.
   */
  near: Predicate | null;
  /** `visible` by the ids of everything the person sees, if those are few. */
  gathered?: Predicate;
}

/** The condition to test on a few rows, such as those of the page itself. */
export const ofRow = ({ visible, near }: PageScope): Predicate => near ?? visible;

/**
 * `inScope.client` for a page in the order of an index, resolved once for the page. With a join, PostgreSQL would collect and
 * sort everything the person may see: 30,000 documents for 20 rows.
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
  // A subquery is hashed once; an array would be searched from its beginning for each row.
  const visible = sql<SqlBool>`(${clientId} in ${seen}) is true`;
  return { visible, near: areSome ? null : seesClient(user, clientId) };
}

/** `inScope.client` for counts and sums over all rows. */
export const allOfClients = (user: Viewer, clientId: Ref): PageScope => ({
  visible: inScope.client(user, clientId),
  near: null,
});

/** All tasks of a person with the scope `own`, by their ids; testing each reason separately would test every task of the firm. */
function ownTasks(user: Viewer, taskId: Ref): Predicate {
  const ids = sql`(select id from task where client_id = any (array${seenClients(user)})
    union select task_id from task_assignee where user_id in ${themselves(user)}
    union select id from task where reviewer_id in ${themselves(user)})`;
  return sql<SqlBool>`${taskId} = any (array${ids})`;
}

/** `inScope.task` for counts and sums. With the scope `team` or `department`, any order reaches the cap sooner than gathering. */
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
 * The clients that may have tasks within the person’s scope, so that the others need not be searched; each task is still
 * tested. With the scope `team` or `department` that is every client: gathering theirs takes longer than searching.
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
