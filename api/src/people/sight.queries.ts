import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { inScope } from '../scope.ts';
import { isOwner } from './ceiling.rules.ts';

// Nobody sees more of the firm by what they give to others: to a person below them, a department or a manager of theirs, or
// an account that they can get into.

const seesAll = (actor: CurrentUser): boolean => isOwner(actor) || actor.scope === 'all';

/** The kinds of records that are cut by who they belong to; of tasks, what their client does not say already. */
const kinds: Record<string, (viewer: Pick<CurrentUser, 'id' | 'scope'>) => RawBuilder<{ id: string }>> = {
  client: (viewer) => sql`select id from client where ${inScope.client(viewer, sql.ref('client.id'))}`,
  enquiry: (viewer) => sql`select id from enquiry where ${inScope.enquiry(viewer, sql.ref('ownerId'))}`,
  expense: (viewer) => sql`select id from expense where ${inScope.expense(viewer, sql.ref('claimantId'))}`,
  task: (viewer) => sql`select id from task where deleted_at is null and
    ${inScope.task(viewer, sql.ref('task.id'), sql.ref('task.clientId'), sql.ref('task.reviewerId'))}`,
};

/** Whether a person sees, by their work and what is set for them, no record that the actor does not. */
export async function seesNoMore(
  db: Db,
  actor: CurrentUser,
  person: Pick<CurrentUser, 'id' | 'scope'>,
): Promise<boolean> {
  if (seesAll(actor)) return true;
  const beyond = Object.values(kinds).map(
    (seenBy) => sql<SqlBool>`exists (${seenBy(person)} except ${seenBy(actor)})`,
  );
  const { rows } = await sql<{ isMore: boolean }>`select ${sql.join(beyond, sql` or `)} as "isMore"`.execute(
    db,
  );
  return rows[0]?.isMore === false;
}

/**
 * Runs a change of people, and refuses it with SCOPE_TOO_WIDE on `field` when by it the actor sees what they did not see.
 * `team` are people who come to be below somebody else: what they and those below them are in charge of must be in the
 * actor's sight before.
 */
export async function withinSight<T>(
  db: Db,
  actor: CurrentUser,
  { field, team = [] }: { field: string; team?: readonly string[] },
  change: () => Promise<T>,
): Promise<T> {
  if (seesAll(actor)) return change();
  for (const id of team)
    if (!(await seesNoMore(db, actor, { id, scope: 'team' }))) throw refuseField('SCOPE_TOO_WIDE', field);
  const seen = await Promise.all(
    Object.values(kinds).map(async (seenBy) => (await seenBy(actor).execute(db)).rows.map(({ id }) => id)),
  );
  const answer = await change();
  const more = Object.values(kinds).map(
    (seenBy, index) => sql<SqlBool>`exists (${seenBy(actor)} except select unnest(${seen[index]}::uuid[]))`,
  );
  const { rows } = await sql<{ isMore: boolean }>`select ${sql.join(more, sql` or `)} as "isMore"`.execute(
    db,
  );
  if (rows[0]?.isMore !== false) throw refuseField('SCOPE_TOO_WIDE', field);
  return answer;
}
