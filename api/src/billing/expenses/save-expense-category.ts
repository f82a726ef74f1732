import { uuidv7 } from 'uuidv7';
import type {
  ExpenseCategory,
  expenseCategories,
} from '@daybook/contracts/billing/expenses/expense-categories';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { found, shown } from './expense-categories.queries.ts';

/** Refuses NOT_FOUND. */
async function getCategory(db: Db, id: string): Promise<ExpenseCategory> {
  const row = await found(db, { filter: {} }).where('category.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row);
}

/** Refuses ALREADY_EXISTS on `name`, and REFERENCE_UNKNOWN on `accountId` unless it is an expense account. */
export async function createCategory(
  db: Db,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof expenseCategories.create>,
): Promise<ExpenseCategory> {
  await db
    .insertInto('expenseCategory')
    .values({ id, ...fields })
    .execute();
  return getCategory(db, id);
}

/** Refuses NOT_FOUND and VERSION_CONFLICT, and as `createCategory`. */
export async function editCategory(
  db: Db,
  { id, ...fields }: ParsedInputOf<typeof expenseCategories.edit>,
  version: number,
): Promise<ExpenseCategory> {
  await lockAtVersion(db, 'expenseCategory', id, version, () => getCategory(db, id));
  await db
    .updateTable('expenseCategory')
    .set({ ...fields, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getCategory(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and REFERENCED while an expense uses the category. */
export async function removeCategory(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'expenseCategory', id, version, () => getCategory(db, id));
  await db.deleteFrom('expenseCategory').where('id', '=', id).execute();
}
