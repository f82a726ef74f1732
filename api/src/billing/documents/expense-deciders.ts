import { sql } from 'kysely';
import type { Scope } from '@daybook/contracts/permissions';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

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
  const seeing = await Promise.all(
    holders.map((holder) =>
      db
        .selectFrom('appUser as person')
        .select('person.id')
        .where('person.id', '=', personId)
        .where(inScope.expense(holder, sql.ref('person.id')))
        .executeTakeFirst(),
    ),
  );
  return holders.filter((_, index) => seeing[index] !== undefined).map(({ id }) => id);
}
