import type { LookupRow } from '@daybook/contracts/lookups';
import type { Language } from '@daybook/contracts/fields';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';

/** The most choices offered; a person who needs another one types more. */
export const limit = 20;

export interface Wanted {
  /** The reader's. */
  language: Language;
  q?: string | undefined;
  entityId?: string | undefined;
  id?: string | undefined;
  former?: boolean | undefined;
}

/** The source of a picker’s choices. */
export type Source = (db: Db, user: CurrentUser, wanted: Wanted) => Promise<LookupRow[]>;
