import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { Account, ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { accountName, keysNamed } from './account-names.ts';

type ListInput = ParsedInputOf<typeof ledgerAccounts.list>;
type Filter = Pick<ListInput, 'q' | 'filter'>;

/** An account is found by its number, by the name that somebody gave it, and by its name in the reader's language. */
const found = (db: Db, { q, filter }: Filter, language: Language) =>
  whereGiven(
    db.selectFrom('ledgerAccount as account'),
    { ...filter, q },
    {
      type: 'account.type',
      active: 'account.active',
      keptByDocuments: 'account.keptByDocuments',
      q: (text, eb) =>
        eb.or([
          contains(sql`(account.code || ' ' || account.name)`, text),
          sql<boolean>`coalesce(account.system_key, account.usual) = any (${keysNamed(language, text)}::text[])`,
        ]),
    },
  );

const withDetails = (query: ReturnType<typeof found>) =>
  query.select([
    'account.id',
    'account.version',
    'account.code',
    'account.name',
    sql<Account['type']>`account.type`.as('type'),
    'account.systemKey',
    'account.usual',
    'account.keptByDocuments',
    'account.active',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = ({ systemKey, usual, name, ...row }: Row, language: Language): Account => ({
  ...row,
  name: accountName(language, { name, systemKey, usual }),
  isSystem: systemKey !== null,
});

export async function listAccounts(db: Db, input: ListInput, language: Language) {
  const keys = [
    { by: sql.ref('account.code'), of: (row: Row) => row.code },
    { by: sql.ref('account.id'), of: (row: Row) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withDetails(found(db, input, language)), keys, descending, input);
  return { ...page, rows: page.rows.map((row) => shown(row, language)) };
}

export const countAccounts = (db: Db, input: ListInput, language: Language) =>
  totalOf(db, found(db, input, language));

/** Refuses NOT_FOUND. */
export async function getAccount(db: Db, id: string, language: Language): Promise<Account> {
  const row = await withDetails(found(db, { filter: {} }, language))
    .where('account.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row, language);
}
