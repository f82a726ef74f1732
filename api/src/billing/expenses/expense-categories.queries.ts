import { sql } from 'kysely';
import type {
  ExpenseCategory,
  expenseCategories,
} from '@daybook/contracts/billing/expenses/expense-categories';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';

type ListInput = ParsedInputOf<typeof expenseCategories.list>;

export const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
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

export const shown = ({ accountId, accountName, ...row }: Row): ExpenseCategory => ({
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
