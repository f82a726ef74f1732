import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { seesAll, kinds, seesNoMore } from './scope.queries.ts';

/**
 * Carries out a change of people, and refuses it with SCOPE_TOO_WIDE on `field` when it shows the actor a record that they did
 * not see before. `team` are people who get another manager: the actor must already see everything that they and the people
 * below them are in charge of.
 */
export async function withinScope<T>(
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
