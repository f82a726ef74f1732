import type { Minor } from '@daybook/contracts/money/money';
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { seesMoney } from '../auth/current-user.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import { matches } from '../db/search.ts';
import { limit } from './source.ts';
import type { Source } from './source.ts';

/** What the two kinds of category have in common: the fee only with a right to money, the long fields only for a single one. */
const templateOf = (
  user: CurrentUser,
  { fee, currency, checklist, description, ...more }: Template,
  isAlone: boolean,
) => ({
  ...more,
  ...(seesMoney(user) && { fee, currency }),
  ...(isAlone && { checklist, description }),
});

interface Template {
  fee: Minor | null;
  currency: string | null;
  checklist: unknown;
  description: string | null;
}

const inTemplates = [
  'id',
  'name',
  'departmentId',
  'serviceId',
  'fee',
  'currency',
  'reviewRequired',
  'estimateMin',
  'priority',
  'description',
  'checklist',
] as const;

/** One category by its id, even if inactive; otherwise the active ones that match the typed text. */
function isWanted(table: string, { q, id }: Parameters<Source>[2]): RawBuilder<SqlBool> {
  const asked: RawBuilder<unknown>[] = [
    id === undefined ? sql`${sql.ref(`${table}.active`)}` : sql`${sql.ref(`${table}.id`)} = ${id}`,
  ];
  if (q) asked.push(matches(table, q));
  return sql<SqlBool>`(${sql.join(asked, sql` and `)})`;
}

const byName = sql`name collate "und-x-icu"`;

const templates = (
  user: CurrentUser,
  rows: readonly (Template & { id: string; name: string })[],
  isAlone: boolean,
) => rows.map(({ id, name, ...row }) => ({ id, label: name, more: templateOf(user, row, isAlone) }));

export const taskCategories: Source = async (db, user, asked) => {
  const rows = await db
    .selectFrom('taskCategory')
    .where(isWanted('taskCategory', asked))
    .select([...inTemplates, 'title', 'slaDays'])
    .orderBy(byName)
    .orderBy('id')
    .limit(limit)
    .execute();
  return templates(user, rows, asked.id !== undefined);
};

export const recurringTaskCategories: Source = async (db, user, asked) => {
  const rows = await db
    .selectFrom('recurringTaskCategory')
    .where(isWanted('recurringTaskCategory', asked))
    .select([...inTemplates, 'titleTemplate', 'rule', 'statutory', 'jurisdiction', 'version'])
    .orderBy(byName)
    .orderBy('id')
    .limit(limit)
    .execute();
  return templates(user, rows, asked.id !== undefined);
};

export const holidayCalendars: Source = async (db, _user, asked) => {
  const rows = await db
    .selectFrom('holidayCalendar')
    .where(isWanted('holidayCalendar', asked))
    .select(['id', 'name', 'country', 'regionCode', 'weekend'])
    .orderBy(byName)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, ...more }) => ({ id, label: name, more }));
};
