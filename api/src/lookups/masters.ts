import { sql } from 'kysely';
import type { KindWith } from '@daybook/contracts/entities';
import { seesMoney } from '../auth/current-user.ts';
import { contains, matches } from '../db/search.ts';
import type { DB } from '../db/schema.ts';
import { limit } from './source.ts';
import type { Source } from './source.ts';

export type Master = KindWith<'master'> & KindWith<'lookup'>;

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** What a form fills in when the choice is made, beside the name. */
interface More<Column extends string> {
  columns?: readonly Column[];
  /** Only for who may see amounts. */
  money?: readonly Column[];
  /** Long ones, only of a single one that is asked for by its id. */
  long?: readonly Column[];
  /** Words are looked for in `search_text`, not in the name alone. */
  hasSearchText?: true;
}

const masters: { [Table in Master]?: More<keyof DB[Camel<Table>] & string> } = {
  service: {
    columns: ['unit', 'sacHsn', 'taxCodeId'],
    money: ['price', 'currency'],
    hasSearchText: true,
  },
  billing_entity: {
    columns: ['baseCurrency', 'country', 'regime', 'paymentTermsDays', 'docLocale'],
    hasSearchText: true,
  },
  task_category: {
    columns: ['departmentId', 'serviceId', 'reviewRequired', 'estimateMin', 'priority', 'title', 'slaDays'],
    money: ['fee', 'currency'],
    long: ['checklist', 'description'],
    hasSearchText: true,
  },
  recurring_task_category: {
    columns: [
      'departmentId',
      'serviceId',
      'reviewRequired',
      'estimateMin',
      'priority',
      'titleTemplate',
      'rule',
      'statutory',
      'jurisdiction',
      'version',
    ],
    money: ['fee', 'currency'],
    long: ['checklist', 'description'],
    hasSearchText: true,
  },
  holiday_calendar: { columns: ['country', 'regionCode', 'weekend'], hasSearchText: true },
};

/** One by its id, also when it is out of use; else those in use, by what was typed. */
export function masterSource(table: Master): Source {
  const { columns = [], money = [], long = [], hasSearchText }: More<string> = masters[table] ?? {};
  return async (db, user, { q, id }) => {
    const wanted = [...columns, ...(seesMoney(user) ? money : []), ...(id === undefined ? [] : long)];
    const isWanted = id === undefined ? sql`active` : sql`id = ${id}`;
    const found = hasSearchText ? matches(table, q ?? '') : contains(sql.ref('name'), q ?? '');
    const { rows } = await sql<Record<string, unknown> & { id: string; name: string }>`
      select ${sql.join(['id', 'name', ...wanted].map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${isWanted} and ${q ? found : sql`true`}
      order by name collate "und-x-icu", id limit ${limit}`.execute(db);
    return rows.map(({ id, name, ...more }) => ({ id, label: name, more }));
  };
}
