import type { ListColumns } from '@daybook/contracts/list-columns';
import type { Db } from '../db/database.ts';

export const chooseColumns = (db: Db, userId: string, { list, columns }: ListColumns): Promise<ListColumns> =>
  db
    .insertInto('listColumns')
    .values({ userId, list, columns })
    .onConflict((same) => same.columns(['userId', 'list']).doUpdateSet({ columns }))
    .returning(['list', 'columns'])
    .executeTakeFirstOrThrow();

export async function resetColumns(db: Db, userId: string, list: string): Promise<void> {
  await db.deleteFrom('listColumns').where('userId', '=', userId).where('list', '=', list).execute();
}
