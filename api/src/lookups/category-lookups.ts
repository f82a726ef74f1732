import { sql } from 'kysely';
import { seesMoney } from '../auth/current-user.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import { matches } from '../db/search.ts';
import { limit } from './source.ts';
import type { Source } from './source.ts';

/** What the two kinds of category have in common; the fee only for who may see amounts, what is long only for one. */
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
  fee: number | null;
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

export const taskCategories: Source = async (db, user, { q, id }) => {
  const rows = await db
    .selectFrom('taskCategory')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(matches('taskCategory', q ?? '')))
    .select([...inTemplates, 'title', 'slaDays'])
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id: own, name, ...row }) => ({
    id: own,
    label: name,
    more: templateOf(user, row, id !== undefined),
  }));
};

export const recurringTaskCategories: Source = async (db, user, { q, id }) => {
  const rows = await db
    .selectFrom('recurringTaskCategory')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(matches('recurringTaskCategory', q ?? '')))
    .select([...inTemplates, 'titleTemplate', 'rule', 'statutory', 'jurisdiction', 'version'])
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id: own, name, ...row }) => ({
    id: own,
    label: name,
    more: templateOf(user, row, id !== undefined),
  }));
};

export const holidayCalendars: Source = async (db, _user, { q, id }) => {
  const rows = await db
    .selectFrom('holidayCalendar')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(matches('holidayCalendar', q ?? '')))
    .select(['id', 'name', 'country', 'regionCode', 'weekend'])
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, ...more }) => ({ id, label: name, more }));
};
