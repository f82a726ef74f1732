import { sql } from 'kysely';
import type { Expense } from '@daybook/contracts/billing/expenses/expenses';
import { toDecimal, minor } from '@daybook/contracts/money/money';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import type { NotificationKind } from '@daybook/contracts/notifications';
import type { Scope } from '@daybook/contracts/permissions';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

async function tell(
  db: Db,
  people: readonly string[],
  kind: NotificationKind,
  { id, description, claimant, gross, currency }: Expense,
  more: Record<string, string> = {},
): Promise<void> {
  const amount = `${toDecimal(minor(gross), CurrencyCode.parse(currency))} ${currency}`;
  const params = JSON.stringify({ what: description, amount, name: claimant.label, ...more });
  for (const person of people)
    await sql`select tell(${person}, ${kind}, ${params}::jsonb, 'expense', ${id})`.execute(db);
}

/** Notifies the claimant, unless the claimant is the person who acted. */
export const tellClaimant = (
  db: Db,
  kind: NotificationKind,
  expense: Expense,
  more: Record<string, string> = {},
): Promise<void> => tell(db, [expense.claimant.id], kind, expense, more);

/** Notifies all people other than the claimant who have the permission and the claimant in their scope. */
export async function tellApprovers(db: Db, expense: Expense): Promise<void> {
  const holders = await db
    .selectFrom('appUser')
    .select(['id', sql<Scope>`scope`.as('scope')])
    .where('status', '=', 'active')
    .where('id', '<>', expense.claimant.id)
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
        .selectFrom('expense')
        .select('id')
        .where('id', '=', expense.id)
        .where(inScope.expense(holder, sql.ref('expense.claimantId')))
        .executeTakeFirst(),
    ),
  );
  const approvers = holders.filter((_, index) => seeing[index] !== undefined).map(({ id }) => id);
  await tell(db, approvers, 'expense_to_approve', expense);
}
