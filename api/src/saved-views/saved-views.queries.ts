import type { SavedView } from '@daybook/contracts/saved-views';
import type { Db } from '../db/database.ts';

export const listViews = (db: Db, userId: string, list: string): Promise<SavedView[]> =>
  db
    .selectFrom('savedView')
    .select(['id', 'name', 'query'])
    .where('userId', '=', userId)
    .where('list', '=', list)
    .orderBy('no')
    .execute();
