import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { addDays } from '@daybook/contracts/plain-date';
import { fillTokens } from '@daybook/contracts/recurrence/period';
import { periodKeyOf } from '@daybook/contracts/recurrence/period-key';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import type { Job } from '../../recurrence/series-runs.ts';
import { overridesForRun } from './due-overrides.queries.ts';

export const templatesOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('recurringTask')
    .selectAll()
    .select(() => [
      sql<
        string[]
      >`array(select doer.user_id from recurring_task_assignee doer join app_user person on person.id = doer.user_id
        where doer.series_id = recurring_task.series_id and person.status <> 'deactivated' order by doer.no)`.as(
        'doerIds',
      ),
      sql<
        string[]
      >`array(select executive.user_id from series join client_executive executive on executive.client_id = series.client_id
        join app_user person on person.id = executive.user_id
        where series.id = recurring_task.series_id and person.status <> 'deactivated' order by executive.user_id)`.as(
        'executiveIds',
      ),
      // Whose turn it is follows from the number of tasks that the series has created.
      sql<number>`(select count(*) from task made where made.series_id = recurring_task.series_id)`.as(
        'made',
      ),
    ])
    .where('seriesId', 'in', ids)
    .execute();

export type Template = Awaited<ReturnType<typeof templatesOf>>[number];

/** Empty if nobody whom the rule names still works here; such tasks are listed as unassigned. */
export function doersOf({ assigneeRule, doerIds, executiveIds }: Template, turn: number): string[] {
  if (assigneeRule === 'client_executive') return executiveIds;
  if (assigneeRule === 'fixed' || doerIds.length === 0) return doerIds;
  return [doerIds[turn % doerIds.length] ?? ''];
}

interface Step {
  title: string;
  mandatory: boolean;
  role?: 'assignee' | 'reviewer' | null;
  /** Days from the due date; negative before it. */
  offsetDays?: number | null;
}

interface Made {
  id: string;
  job: Job;
  template: Template;
  doers: string[];
  due: string;
}

/** No reviewer if the reviewer is one of the assignees. */
export const reviewerOf = ({ reviewRequired, reviewerId }: Template, doers: readonly string[]) =>
  reviewRequired && doers.includes(reviewerId ?? '') ? null : reviewerId;

/** The steps of a task, each with its day. */
export const stepsOf = (taskId: string, { checklist }: Template, due: string) =>
  (checklist as Step[]).map(({ title, mandatory, role = null, offsetDays = null }, index) => ({
    id: uuidv7(),
    taskId,
    no: index + 1,
    title,
    mandatory,
    role,
    dueOn: offsetDays === null ? null : addDays(due, offsetDays),
  }));

const taskOf = ({ id, job: { series, occurrence, period }, template, doers, due }: Made) => {
  const title = fillTokens(series.title, period, series).slice(0, 200);
  return {
    id,
    title,
    clientId: series.clientId,
    seriesId: series.id,
    nominalOn: occurrence.nominal,
    recurringCategoryId: template.categoryId,
    periodKey: periodKeyOf(period),
    serviceId: template.serviceId,
    periodFrom: period.from,
    periodTo: period.to,
    reviewerId: reviewerOf(template, doers),
    reviewRequired: template.reviewRequired,
    targetOn: template.targetDays === null ? null : addDays(due, -template.targetDays),
    dueOn: due,
    priority: template.priority,
    estimateMin: template.estimateMin,
    billable: template.billable,
    billingRule: template.billingRule,
    fee: template.fee,
    billingEntityId: template.billingEntityId,
    description: template.description,
    searchText: normalise(title),
  };
};

/** Creates the tasks of some occurrences, with one query each for tasks, people and checklists. Refuses DUPLICATE_PERIOD_TASK. */
export async function makeRecurringTasks(db: Db, jobs: readonly Job[]): Promise<void> {
  const found = await templatesOf(db, [...new Set(jobs.map(({ series }) => series.id))]);
  const templates = new Map(found.map((one) => [one.seriesId, one]));
  const overrides = await overridesForRun(
    db,
    found.map(({ categoryId }) => categoryId),
  );
  const turns = new Map(found.map(({ seriesId, made }) => [seriesId, made]));
  const made = jobs.map((job): Made => {
    const { id: seriesId } = job.series;
    const template = templates.get(seriesId);
    if (!template) throw new Error('a series of tasks has no terms');
    const turn = turns.get(seriesId) ?? 0;
    turns.set(seriesId, turn + 1);
    const moved = overrides(template.categoryId, periodKeyOf(job.period))?.newDue;
    return {
      id: uuidv7(),
      job,
      template,
      doers: doersOf(template, turn),
      due: moved ?? job.occurrence.due,
    };
  });
  const counted = await sql<{ last: number }>`select next_counts('task', ${made.length}) as last`.execute(db);
  const first = (counted.rows[0]?.last ?? 0) - made.length + 1;
  await db
    .insertInto('task')
    .values(made.map((one, index) => ({ no: `T-${String(first + index).padStart(5, '0')}`, ...taskOf(one) })))
    .execute();
  const people = made.flatMap(({ id, doers }) => doers.map((userId) => ({ taskId: id, userId })));
  if (people.length > 0) await db.insertInto('taskAssignee').values(people).execute();
  const steps = made.flatMap(({ id, template, due }) => stepsOf(id, template, due));
  if (steps.length > 0) await db.insertInto('taskChecklistItem').values(steps).execute();
}
