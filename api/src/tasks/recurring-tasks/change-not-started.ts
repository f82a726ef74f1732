import { sql } from 'kysely';
import { addDays } from '@daybook/contracts/plain-date';
import { fillTokens } from '@daybook/contracts/recurrence/period';
import { isAdmin } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { nextVersion } from '../../db/versions.ts';
import { readSeries } from '../../recurrence/series-due.ts';
import type { DueSeries } from '../../recurrence/series-due.ts';
import { saveAssignees } from '../tasks/save-task.ts';
import { writtenTask } from '../tasks/tasks.queries.ts';
import { checkReviewKept } from '../tasks/tasks.rules.ts';
import { doersOf, reviewerOf, stepsOf, templatesOf } from './make-recurring-tasks.ts';
import type { Template } from './make-recurring-tasks.ts';

const notStarted = (db: Db, seriesId: string) =>
  db
    .selectFrom('task')
    .where('seriesId', '=', seriesId)
    .where('status', '=', 'todo')
    .where('deletedAt', 'is', null)
    .select(['id', 'dueOn', 'periodFrom', 'periodTo'])
    // The turn counted when the task was created, so that the same person comes out again.
    .select(
      sql<number>`(select count(*) from task before where before.series_id = task.series_id
        and before.nominal_on < task.nominal_on)`.as('turn'),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

type Open = Awaited<ReturnType<typeof notStarted>>[number];

/** Keeps the steps that somebody has ticked; replaces the others with those of the series. */
async function keepSteps(db: Db, { id, dueOn }: Open, template: Template): Promise<void> {
  await db.deleteFrom('taskChecklistItem').where('taskId', '=', id).where('doneAt', 'is', null).execute();
  const done = await db
    .selectFrom('taskChecklistItem')
    .select(['title', 'no'])
    .where('taskId', '=', id)
    .execute();
  const after = Math.max(0, ...done.map(({ no }) => no));
  const steps = stepsOf(id, template, dueOn)
    .filter(({ title }) => !done.some((one) => one.title === title))
    .map((step) => ({ ...step, no: step.no + after }));
  if (steps.length > 0) await db.insertInto('taskChecklistItem').values(steps).execute();
}

/**
 * Refuses the whole edit if it would loosen the review of the editor’s own work, rather than leave one task on terms that
 * differ from its series. Steps are matched by their text. Refuses as `checkReviewKept`.
 */
async function checkReviewOf(db: Db, user: CurrentUser, id: string, template: Template, doers: string[]) {
  const editor = { id: user.id, isAdmin: isAdmin(user) };
  if (editor.isAdmin) return;
  const present = await writtenTask(db, user, id);
  const checklist = stepsOf(id, template, present.dueOn).map((step) => ({
    ...step,
    id: present.checklist.find(({ title }) => title === step.title)?.id,
  }));
  const { reviewRequired } = template;
  checkReviewKept(present, { reviewRequired, checklist, assigneeIds: doers }, editor);
}

interface Told {
  series: DueSeries;
  template: Template;
  task: Open;
}

async function tell(db: Db, user: CurrentUser, { series, template, task }: Told): Promise<void> {
  const { id, dueOn, periodFrom, periodTo, turn } = task;
  const period = { from: periodFrom ?? dueOn, to: periodTo ?? dueOn };
  const title = fillTokens(series.title, period, series).slice(0, 200);
  const doers = doersOf(template, turn);
  await checkReviewOf(db, user, id, template, doers);
  const { serviceId, reviewRequired, targetDays, priority, estimateMin, billable, billingRule, fee } =
    template;
  await db
    .updateTable('task')
    .set({
      title,
      searchText: normalise(title),
      serviceId,
      reviewerId: reviewerOf(template, doers),
      reviewRequired,
      targetOn: targetDays === null ? null : addDays(dueOn, -targetDays),
      priority,
      estimateMin,
      billable,
      billingRule,
      fee,
      billingEntityId: template.billingEntityId,
      description: template.description,
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  await saveAssignees(db, id, doers);
  await keepSteps(db, task, template);
}

/** Gives the tasks of a series that nobody has begun its present terms; their days stay. Refuses as `checkReviewOf`. */
export async function tellNotStarted(db: Db, user: CurrentUser, seriesId: string): Promise<void> {
  const series = await readSeries(db, seriesId);
  const [template] = await templatesOf(db, [seriesId]);
  if (!series || !template) throw new Error('a series of tasks has no terms');
  for (const task of await notStarted(db, seriesId)) await tell(db, user, { series, template, task });
}
