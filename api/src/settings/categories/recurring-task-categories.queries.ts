import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { RecurrenceRule } from '@daybook/contracts/recurrence/rule';
import { Refusal } from '@daybook/contracts/refusals';
import type { CategoryStep } from '@daybook/contracts/settings/categories/category-fields';
import type {
  RecurringTaskCategory,
  recurringTaskCategories,
} from '@daybook/contracts/settings/categories/recurring-task-categories';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { byName, categoryColumns, isAskedFor } from './category.queries.ts';
import { shownCategory } from './category.rules.ts';

type ListInput = ParsedInputOf<typeof recurringTaskCategories.list>;

const found = (db: Db, input: Pick<ListInput, 'q' | 'filter'>) =>
  db
    .selectFrom('recurringTaskCategory as category')
    .where(isAskedFor(input))
    .$if(input.filter.statutory !== undefined, (query) =>
      query.where('category.statutory', '=', input.filter.statutory ?? false),
    );

const withNames = (query: ReturnType<typeof found>) =>
  query
    .leftJoin('department', 'department.id', 'category.departmentId')
    .leftJoin('service', 'service.id', 'category.serviceId')
    .select([
      ...categoryColumns,
      'category.titleTemplate',
      sql<RecurrenceRule>`category.rule`.as('rule'),
      'category.statutory',
      'category.jurisdiction',
    ]);

export async function listRecurringTaskCategories(db: Db, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withNames(found(db, input)), byName, descending, input);
  return { ...page, rows: page.rows.map(shownCategory) };
}

export const countRecurringTaskCategories = (db: Db, input: ListInput) => totalOf(db, found(db, input));

const overridesOf = (db: Db, categoryId: string) =>
  db
    .selectFrom('dueOverride')
    .select([
      'id',
      'version',
      'periodKey',
      'newDue',
      'reason',
      sql<number>`(select count(*) from task where task.deleted_at is null and task.status not in ('completed', 'cancelled')
        and task.recurring_category_id = due_override.category_id and task.period_key = due_override.period_key
        and task.due_on = due_override.new_due)`.as('tasks'),
    ])
    .where('categoryId', '=', categoryId)
    .orderBy('newDue', 'desc')
    .orderBy('id')
    .execute();

/** Refuses NOT_FOUND. */
export async function getRecurringTaskCategory(db: Db, id: string): Promise<RecurringTaskCategory> {
  const row = await withNames(found(db, { filter: {} }))
    .leftJoin('holidayCalendar', 'holidayCalendar.id', 'category.calendarId')
    .where('category.id', '=', id)
    .select([
      'category.description',
      sql<CategoryStep[]>`category.checklist`.as('checklist'),
      'holidayCalendar.name as calendarName',
    ])
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { calendarName, ...category } = row;
  const { calendarId } = row.rule;
  return {
    ...shownCategory(category),
    calendar: calendarId === null ? null : { id: calendarId, label: calendarName ?? '' },
    dueOverrides: await overridesOf(db, id),
  };
}
