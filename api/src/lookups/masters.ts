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

/** The columns that a form fills in besides the name when a choice is made. */
interface More<Column extends string> {
  columns?: readonly Column[];
  /** Columns that only people who may see amounts receive. */
  money?: readonly Column[];
  /** Long columns, read only for a single record that is requested by its id. */
  long?: readonly Column[];
  /** True if words are searched in `search_text` instead of only the name. */
  hasSearchText?: true;
}

const masters: { [Table in Master]?: More<keyof DB[Camel<Table>] & string> } = {
  service: {
    columns: ['unit', 'sacHsn', 'taxCodeId', 'billingRule'],
    money: ['price', 'currency'],
    hasSearchText: true,
  },
  billing_entity: {
    columns: ['baseCurrency', 'country', 'regime', 'paymentTermsDays', 'docLocale'],
    hasSearchText: true,
  },
  task_category: {
    columns: [
      'departmentId',
      'serviceId',
      'billingRule',
      'reviewRequired',
      'estimateMin',
      'priority',
      'title',
      'slaDays',
    ],
    money: ['fee', 'currency'],
    long: ['checklist', 'description'],
    hasSearchText: true,
  },
  recurring_task_category: {
    columns: [
      'departmentId',
      'serviceId',
      'billingRule',
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
  package: { hasSearchText: true },
  holiday_calendar: { columns: ['country', 'regionCode', 'weekend'], hasSearchText: true },
};

/** Finds one record by its id, even if it is inactive; otherwise the active records that match the typed text. */
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
