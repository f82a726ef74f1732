import type { ListColumns } from '@daybook/contracts/list-columns';
import type { Db } from '../db/database.ts';

export const columnsOf = (db: Db, userId: string): Promise<ListColumns[]> =>
  db
    .selectFrom('listColumns')
    .select(['list', 'columns'])
    .where('userId', '=', userId)
    .orderBy('list')
    .execute();
