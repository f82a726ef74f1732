import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import type { RecurringTaskCategory } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { addDays } from '@daybook/contracts/plain-date';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { AssigneeRule, RecurringTask } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { DemoClient, Team } from './clients.ts';
import type { Demo, Person } from './demo.ts';
import type { Country } from './entities.ts';

/** How many clients of a country have work of a category, and who does it. */
const wanted: readonly { category: string; country: Country; clients: number; by: AssigneeRule }[] = [
  { category: 'GSTR-3B', country: 'IN', clients: 4, by: 'client_executive' },
  { category: 'TDS statement (26Q)', country: 'IN', clients: 2, by: 'fixed' },
  { category: 'Annual return (GSTR-9)', country: 'IN', clients: 1, by: 'fixed' },
  { category: 'Monthly bookkeeping', country: 'IN', clients: 2, by: 'round_robin' },
  { category: 'Déclaration de TVA (CA3)', country: 'FR', clients: 2, by: 'client_executive' },
];

/** The most past periods of a series to create. */
const mostMade = 4;

async function categoriesOf(admin: Person): Promise<Map<string, RecurringTaskCategory>> {
  const { rows } = await admin.call(recurringTaskCategories.list, { pageSize: 100 });
  const found = new Map<string, RecurringTaskCategory>();
  for (const { id, name } of rows) found.set(name, await admin.call(recurringTaskCategories.open, { id }));
  return found;
}

const termsOf = (
  {
    id,
    name,
    version: _version,
    rule,
    titleTemplate,
    service,
    checklist,
    priority,
    estimateMin,
    reviewRequired,
  }: RecurringTaskCategory,
  {
    client,
    by,
    people,
    startsOn,
  }: { client: DemoClient; by: AssigneeRule; people: string[]; startsOn: string },
) => ({
  clientId: client.id,
  categoryId: id,
  title: titleTemplate,
  rule,
  startsOn,
  assigneeRule: by,
  assigneeIds: by === 'client_executive' ? [] : people.slice(0, by === 'fixed' ? 1 : 3),
  reviewerId: people.at(-1) ?? null,
  serviceId: service?.id ?? null,
  targetDays: name === 'GSTR-3B' ? 3 : null,
  checklist,
  priority,
  estimateMin,
  reviewRequired,
});

/** Completes the work of past periods, except for the last. */
async function finish(admin: Person, series: RecurringTask): Promise<void> {
  const { rows } = await admin.call(recurringTasks.runs, { id: series.id });
  const [, ...earlier] = rows.flatMap(({ made }) => made ?? []);
  if (series.reviewRequired) return;
  for (const { id } of earlier) {
    const { version } = await admin.call(tasks.open, { id });
    const begun = await admin.call(tasks.transition, { id, to: 'in_progress' }, version);
    if (begun.assignees.length > 0)
      await admin.call(tasks.transition, { id, to: 'completed' }, begun.version);
  }
}

/** Pauses one series, skips a period of another, and moves one due date of a third. */
async function liven(admin: Person, made: readonly RecurringTask[]): Promise<void> {
  const [, moved, skipped, , , , , resting] = made;
  if (resting)
    await admin.call(
      recurringTasks.pause,
      { id: resting.id, reason: 'Papers of last year are still missing' },
      resting.version,
    );
  for (const [series, reason] of [
    [moved, 'Client asked for a week more'],
    [skipped, 'Nothing to file'],
  ] as const) {
    const nominal = series?.next?.nominal;
    if (series === undefined || nominal === undefined) continue;
    const at = { id: series.id, nominal, reason };
    if (series === skipped) await admin.call(recurringTasks.skip, at, series.version);
    else await admin.call(recurringTasks.move, { ...at, dueOn: addDays(nominal, 7) }, series.version);
  }
}

/** Creates recurring tasks with some months behind them; the series themselves create the tasks. */
export async function makeRecurringWork(
  { today }: Demo,
  { clients, team, admin }: { clients: readonly DemoClient[]; team: Team; admin: Person },
): Promise<void> {
  const categories = await categoriesOf(admin);
  const people = team.executives.map(({ id }) => id);
  const made: RecurringTask[] = [];
  for (const { category: name, country, clients: many, by } of wanted) {
    const category = categories.get(name);
    const theirs = clients.filter(({ entity }) => entity.country === country);
    for (const client of theirs.slice(0, category ? many : 0)) {
      const terms = termsOf(category as RecurringTaskCategory, {
        client,
        by,
        people,
        startsOn: addDays(today, -150),
      });
      const { clientId, title, rule, startsOn } = terms;
      const { missed } = await admin.call(recurringTasks.preview, { clientId, title, rule, startsOn });
      const create = missed.slice(0, mostMade).map(({ nominal }) => nominal);
      const series = await admin.call(recurringTasks.create, { ...terms, create });
      await finish(admin, series);
      made.push(series);
    }
  }
  await liven(admin, made);
}
