import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ExpenseCategory, expenseCategories } from '@daybook/contracts/billing/expenses/expenses';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { whereGiven } from '../../db/where-given.ts';

type ListInput = ParsedInputOf<typeof expenseCategories.list>;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('expenseCategory as category')
      .innerJoin('ledgerAccount as account', 'account.id', 'category.accountId'),
    { ...filter, q },
    {
      active: 'category.active',
      q: (text) => contains(sql.ref('category.name'), text),
    },
  ).select([
    'category.id',
    'category.version',
    'category.name',
    'category.active',
    'category.accountId',
    sql<string>`account.code || ' ' || account.name`.as('accountName'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof found>['executeTakeFirstOrThrow']>>;

const shown = ({ accountId, accountName, ...row }: Row): ExpenseCategory => ({
  ...row,
  account: { id: accountId, label: accountName },
});

export async function listCategories(db: Db, input: ListInput) {
  const keys = [
    { by: sql`category.name collate "und-x-icu"`, of: (row: Row) => row.name },
    { by: sql.ref('category.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(found(db, input), keys, sortOf(input.sort).descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

/** Refuses NOT_FOUND. */
async function getCategory(db: Db, id: string): Promise<ExpenseCategory> {
  const row = await found(db, { filter: {} }).where('category.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row);
}

/** Refuses ALREADY_EXISTS on `name`, REFERENCE_UNKNOWN on `accountId` unless it is an account of expense. */
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

/** Refuses NOT_FOUND, VERSION_CONFLICT, and as `createCategory`. */
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

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCED while an expense is of it. */
export async function removeCategory(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'expenseCategory', id, version, () => getCategory(db, id));
  await db.deleteFrom('expenseCategory').where('id', '=', id).execute();
}
