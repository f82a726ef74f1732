import type { InputOf } from '@daybook/contracts/endpoint';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { addDays } from '@daybook/contracts/plain-date';
import type { DemoClient, Team } from './clients.ts';
import { earliest, monthBefore, monthName, workday } from './days.ts';
import type { Demo, Person } from './demo.ts';
import { spread } from './random.ts';
import type { Random } from './random.ts';
import { languageOf } from './service-catalogue.ts';
import type { DemoService } from './services.ts';
import { workOn } from './task-work.ts';

const weights: Readonly<Record<TaskStatus, number>> = {
  completed: 350,
  todo: 80,
  in_progress: 70,
  waiting_client: 30,
  in_review: 30,
  on_hold: 15,
  cancelled: 25,
};

/** The moves to a status, in order. A reviewed task is completed by its reviewer. */
const movesTo = (status: TaskStatus, isReviewed: boolean): TaskStatus[] => {
  if (status === 'todo') return [];
  if (status === 'cancelled' || status === 'in_progress') return [status];
  return status === 'completed' && isReviewed
    ? ['in_progress', 'in_review', 'completed']
    : ['in_progress', status];
};

const reasons: Partial<Record<TaskStatus, readonly string[]>> = {
  cancelled: ['Client does it in house', 'Entered twice', 'Registration given up'],
  on_hold: ['Waits for the auditor', 'Fee not agreed yet'],
  waiting_client: ['Bank statements missing', 'Signed copy missing', 'Invoices of the last week missing'],
};

const internalTitles = [
  'Renew the firm’s insurance',
  'Update engagement letter template',
  'Training on e-invoicing',
  'Order new laptops',
];

interface PlannedTask {
  status: TaskStatus;
  given: InputOf<typeof tasks.create>;
  client: DemoClient | null;
  service: DemoService | null;
  creator: Person;
  assignee: Person;
  reviewer: Person;
  reason: string | undefined;
  ticks: number;
}

/** A finished billable task, with what its invoice needs. */
export interface DoneTask {
  id: string;
  client: DemoClient;
  dueOn: string;
}

function titleOf({ name, every, country }: DemoService, dueOn: string): string {
  if (every === 'month') return `${name} – ${monthName(monthBefore(dueOn).from, languageOf[country])}`;
  return every === 'year' ? `${name} ${Number(dueOn.slice(0, 4)) - 1}` : name;
}

const dueOnOf = (random: Random, today: string, status: TaskStatus, since: string): string => {
  const isOver = status === 'completed' || status === 'cancelled';
  const due = workday(addDays(today, isOver ? -random.int(4, 350) : random.int(-18, 50)));
  return due < since ? workday(addDays(since, random.int(5, 30))) : due;
};

function planTask(
  demo: Demo,
  random: Random,
  { status, clients, services, team, admin }: Firm & { status: TaskStatus },
): PlannedTask {
  const isInternal = status !== 'completed' && random.chance(0.08);
  const client = isInternal ? null : random.pick(clients);
  const offers = services.filter(({ country }) => country === client?.entity.country);
  const service = client && random.pick(offers);
  const dueOn = dueOnOf(random, demo.today, status, client?.since ?? demo.today);
  const [assignee, reviewer] = [random.pick(team.executives), random.pick(team.managers)];
  const reviewRequired = status === 'in_review' || random.chance(0.35);
  const billable = client !== null && client.fxRate === '1' && random.chance(0.85);
  const isMonthly = service?.every === 'month';
  const steps = service?.steps ?? [];
  return {
    status,
    client,
    service,
    assignee,
    reviewer,
    creator: client && random.chance(0.5) ? client.crm : admin,
    reason: reasons[status] && random.pick(reasons[status]),
    ticks: steps.length > 3 || random.chance(0.2) ? 1 : 0,
    given: {
      title: service ? titleOf(service, dueOn) : random.pick(internalTitles),
      clientId: client?.id,
      internal: client === null,
      serviceId: service?.record.id,
      periodFrom: isMonthly ? monthBefore(dueOn).from : null,
      periodTo: isMonthly ? monthBefore(dueOn).to : null,
      assigneeIds: [assignee.id],
      reviewerId: reviewer.id,
      reviewRequired,
      startOn: addDays(dueOn, -random.int(8, 20)),
      targetOn: addDays(dueOn, -random.int(1, 4)),
      dueOn,
      priority: random.pick([1, 2, 2, 3, 3, 3, 3, 4]),
      billable,
      fee: billable && service ? Math.round((service.price * random.int(8, 15)) / 10) : null,
      billingEntityId: billable ? client?.entity.record.id : null,
      checklist: steps.map((title, index) => ({ title, mandatory: index === 0 && steps.length > 3 })),
    },
  };
}

interface Firm {
  clients: readonly DemoClient[];
  services: readonly DemoService[];
  team: Team;
  admin: Person;
}

/** Creates the task; its own people move it to its status. */
async function makeTask(plan: PlannedTask): Promise<Task> {
  const { creator, assignee, reviewer, status, given } = plan;
  let task = await creator.call(tasks.create, given);
  for (const to of movesTo(status, given.reviewRequired === true)) {
    if (to !== 'in_progress') {
      const items = task.checklist.slice(0, plan.ticks).filter(({ doneAt }) => doneAt === null);
      for (const { id: itemId } of items)
        await assignee.call(tasks.tickChecklistItem, { id: task.id, itemId, done: true });
    }
    const mover = to === 'completed' && task.status === 'in_review' ? reviewer : assignee;
    const reason = to === status ? plan.reason : undefined;
    task = await mover.call(tasks.transition, { id: task.id, to, reason }, task.version);
  }
  return task;
}

/** Creates tasks in every status; returns the finished billable ones, oldest first. */
export async function makeTasks(demo: Demo, firm: Firm): Promise<DoneTask[]> {
  const random = demo.random('tasks');
  const planned = spread(demo.size.tasks, weights)
    .map((status) => planTask(demo, random, { ...firm, status }))
    // In the order in which they would have been entered over the year.
    .toSorted((a, b) => (a.given.startOn ?? '').localeCompare(b.given.startOn ?? ''))
    .map((plan, index) => {
      const work = demo.random(`work on task ${index}`);
      const estimateMin = work.chance(0.7) ? work.int(4, 40) * 15 : null;
      return { ...plan, work, given: { ...plan.given, estimateMin } };
    });
  const made = await demo.each('Tasks', planned, async ({ work, ...plan }) => {
    const task = await makeTask(plan);
    await workOn(task, plan, work, demo.today);
    return task;
  });
  return planned.flatMap(({ client, status, given }, index) => {
    const task = made[index];
    if (!task || !client || status !== 'completed' || !given.billable) return [];
    return [{ id: task.id, client, dueOn: earliest(given.dueOn, demo.today) }];
  });
}
