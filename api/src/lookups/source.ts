import type { LookupRow } from '@daybook/contracts/lookups';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';

/** So many are offered; who looks for another one types more. */
export const limit = 20;

export interface Wanted {
  q?: string | undefined;
  entityId?: string | undefined;
  id?: string | undefined;
}

/** Where a picker's choices come from. */
export type Source = (db: Db, user: CurrentUser, wanted: Wanted) => Promise<LookupRow[]>;
