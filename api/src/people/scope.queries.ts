import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { inScope } from '../scope.ts';
import { isOwner } from './ceiling.rules.ts';

// Nobody can widen their own scope by changing other people: people below them, their own department or manager, or an
// account that they could sign in to.

export const seesAll = (actor: CurrentUser): boolean => isOwner(actor) || actor.scope === 'all';

/** The kinds of records whose scope follows from the people who hold them. */
export const kinds: Record<
  string,
  (viewer: Pick<CurrentUser, 'id' | 'scope'>) => RawBuilder<{ id: string }>
> = {
  client: (viewer) => sql`select id from client where ${inScope.client(viewer, sql.ref('client.id'))}`,
  enquiry: (viewer) => sql`select id from enquiry where ${inScope.enquiry(viewer, sql.ref('ownerId'))}`,
  expense: (viewer) => sql`select id from expense where ${inScope.expense(viewer, sql.ref('claimantId'))}`,
  task: (viewer) => sql`select id from task where deleted_at is null and
    ${inScope.task(viewer, sql.ref('task.id'), sql.ref('task.clientId'), sql.ref('task.reviewerId'))}`,
};

/** Whether a person sees, through their work and their scope, no record that the actor does not see. */
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
