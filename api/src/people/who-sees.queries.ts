import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inScope, type Viewer } from '../scope.ts';

/** Those of the `viewers` who have the work of the person in their scope: their expenses or their timesheets. */
export async function whoSees<One extends Viewer>(
  db: Db,
  viewers: readonly One[],
  work: 'expense' | 'timesheet',
  personId: string,
): Promise<One[]> {
  const seeing = await Promise.all(
    viewers.map((viewer) =>
      db
        .selectFrom('appUser as person')
        .select('person.id')
        .where('person.id', '=', personId)
        .where(inScope[work](viewer, sql.ref('person.id')))
        .executeTakeFirst(),
    ),
  );
  return viewers.filter((_, index) => seeing[index] !== undefined);
}
