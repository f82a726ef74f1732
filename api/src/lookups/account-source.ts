import { sql } from 'kysely';
import { accountName, keysNamed } from '../settings/accounts/account-names.ts';
import { contains } from '../db/search.ts';
import { limit } from './source.ts';
import type { Source } from './source.ts';

/** The accounts that a service or an expense category may post to, by number; not the account of rounding, which documents keep. */
export const accountsOf =
  (type: 'income' | 'expense'): Source =>
  async (db, _user, { q, id, language }) => {
    const rows = await db
      .selectFrom('ledgerAccount')
      .where('type', '=', type)
      .where(sql<boolean>`system_key is distinct from 'rounding'`)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .$if(id === undefined, (query) => query.where('active', '=', true))
      .$if(Boolean(q), (query) =>
        query.where((eb) =>
          eb.or([
            contains(sql`(code || ' ' || name)`, q ?? ''),
            sql<boolean>`coalesce(system_key, usual) = any (${keysNamed(language, q ?? '')}::text[])`,
          ]),
        ),
      )
      .select(['id', 'code', 'name', 'systemKey', 'usual'])
      .orderBy('code')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      label: `${row.code} ${accountName(language, row)}`,
      more: {},
    }));
  };
