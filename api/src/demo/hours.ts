import { uuidv7 } from 'uuidv7';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { addDays } from '@daybook/contracts/plain-date';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { timesheets } from '@daybook/contracts/tasks/time/timesheets';
import type { DemoClient, Team } from './clients.ts';
import { mondayOf, monthBefore, workday } from './days.ts';
import type { Demo, Person } from './demo.ts';
import type { Country, DemoEntity } from './entities.ts';
import type { Random } from './random.ts';
import type { DemoService } from './services.ts';

/** An hour of advice, and of a head of department, in minor units. */
const rates: Readonly<Record<Country, readonly [firm: number, head: number]>> = {
  IN: [250_000, 450_000],
  FR: [12_000, 18_000],
  JP: [12_000, 20_000],
};

const titles: Readonly<Record<Country, readonly string[]>> = {
  IN: ['Advice on a share transfer', 'Reply to a notice'],
  FR: ['Conseil sur une cession de parts', 'Réponse à l’administration'],
  JP: ['株式譲渡の相談', '税務署への回答'],
};

/** What was done in the hours, in the language of the invoice that lists them. */
const notes: Readonly<Record<Country, readonly string[]>> = {
  IN: [
    'Read the papers',
    'Call with the client',
    'Drafted the advice',
    'Reviewed the draft',
    'Final version',
  ],
  FR: ['Lecture du dossier', 'Appel avec le client', 'Rédaction de la note', 'Relecture', 'Version finale'],
  JP: ['資料の確認', 'お客様との電話', '意見書の作成', '内容の確認', '最終版の作成'],
};

/** The days of last month’s work whose weeks have been submitted. */
const longAgo = [38, 33];
/** How long ago work was done: in the month before and in this one. */
const daysAgo = [...longAgo, 29, 5, 2];

/** The tasks by the hour of each billing entity. */
const tasksOfEntity = 2;

interface Firm {
  entities: readonly DemoEntity[];
  clients: readonly DemoClient[];
  services: readonly DemoService[];
  team: Team;
  admin: Person;
}

async function makeRates(demo: Demo, { entities, team, admin }: Firm): Promise<void> {
  const validFrom = addDays(demo.today, -400);
  const [head] = team.managers;
  for (const { country, record } of entities) {
    const of = { currency: record.baseCurrency, validFrom };
    const [firm, ofHead] = rates[country];
    await admin.call(chargeRates.create, { ...of, rate: firm });
    if (head) await admin.call(chargeRates.create, { ...of, rate: ofHead, personId: head.id });
  }
  const currency = entities[0]?.record.baseCurrency ?? '';
  for (const { id } of [...team.managers, ...team.executives])
    await admin.call(costRates.create, { personId: id, currency, rate: 90_000, validFrom });
}

/** A task by the hour, with time in this month and the last. */
async function workByHour(
  { today }: Demo,
  { admin, assignee, service }: { admin: Person; assignee: Person; service: DemoService },
  { client, title, random }: { client: DemoClient; title: string; random: Random },
): Promise<Task> {
  const task = await admin.call(tasks.create, {
    title,
    clientId: client.id,
    serviceId: service.record.id,
    billingEntityId: client.entity.record.id,
    assigneeIds: [assignee.id],
    dueOn: addDays(today, 20),
    billable: true,
    billingRule: 'hours',
    estimateMin: 480,
  });
  for (const [index, ago] of daysAgo.entries())
    await assignee.call(timeEntries.create, {
      taskId: task.id,
      workedOn: workday(addDays(today, -ago)),
      minutes: random.int(2, 6) * 15,
      billable: true,
      note: notes[client.entity.country][index] ?? null,
    });
  return task;
}

/** These people submit old weeks of theirs; those of the first are approved, the others await it. */
async function submitWeeks({ today }: Demo, admin: Person, people: readonly Person[]): Promise<void> {
  const weeks = new Set(longAgo.map((ago) => mondayOf(workday(addDays(today, -ago)))));
  for (const [index, person] of people.entries())
    for (const weekOn of weeks) {
      const { id, version } = await person.call(timesheets.submit, { weekOn });
      if (index === 0) await admin.call(timesheets.approve, { id: id ?? '' }, version ?? 0);
    }
}

/** Creates rates, work by the hour, and submitted weeks; the hours of last month are billed and wait as pending items. */
export async function makeHours(demo: Demo, firm: Firm): Promise<void> {
  const { entities, clients, services, team, admin } = firm;
  const random = demo.random('hours');
  await makeRates(demo, firm);
  const made: Task[] = [];
  const doers = new Set<Person>();
  for (const entity of entities) {
    const service = services.find(({ country }) => country === entity.country);
    const known = clients.filter(
      (client) =>
        client.entity === entity && client.fxRate === '1' && client.since < addDays(demo.today, -60),
    );
    if (!service) continue;
    for (const [index, client] of known.slice(0, tasksOfEntity).entries()) {
      const people = { admin, assignee: random.pick(team.executives), service };
      doers.add(people.assignee);
      const title = titles[entity.country][index] ?? '';
      made.push(await workByHour(demo, people, { client, title, random }));
    }
  }
  if (made.length === 0) return;
  const last = monthBefore(demo.today);
  await admin.call(unbilledHours.bill, {
    ...last,
    tasks: made.map(({ id }) => ({ id: uuidv7(), taskId: id })),
  });
  await submitWeeks(demo, admin, [...doers]);
}
