import { sql } from 'kysely';
import type { Scope } from '@daybook/contracts/permissions';
import type { Db } from '../../db/database.ts';
import { whoSees } from '../../people/who-sees.queries.ts';

/** Who decides on the expenses and the money of a person: everyone else with the permission and the person in their scope. */
export async function expenseDeciders(db: Db, personId: string): Promise<string[]> {
  const holders = await db
    .selectFrom('appUser')
    .select(['id', sql<Scope>`scope`.as('scope')])
    .where('status', '=', 'active')
    .where('id', '<>', personId)
    .where((eb) =>
      eb.or([
        eb('userType', '=', 'super_admin'),
        eb('id', 'in', eb.selectFrom('userGrant').select('userId').where('key', '=', 'expenses.edit')),
      ]),
    )
    .execute();
  return (await whoSees(db, holders, 'expense', personId)).map(({ id }) => id);
}
