import { mentionOf } from '@daybook/contracts/tasks/tasks/note-levels';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { addDays } from '@daybook/contracts/plain-date';
import { earliest, workday } from './days.ts';
import type { Person } from './demo.ts';
import type { Random } from './random.ts';

const done = [
  'Collected the papers',
  'Reconciled the bank',
  'Prepared the return',
  'Called the client',
  null,
];
const said = [
  'The client sends the rest next week.',
  'Two invoices are missing; I have asked for them.',
  'Last year’s figures are in the file.',
];
const confided = [
  'Fee to be discussed before we begin again.',
  'Late payer: finish, then call before filing.',
];

interface People {
  assignee: Person;
  reviewer: Person;
}

async function spendTime(task: Task, { assignee }: People, random: Random, today: string): Promise<void> {
  const days = random.int(1, 3);
  // Work under way was begun recently, but not all of it today.
  const begun = earliest(task.startOn ?? task.dueOn, addDays(today, -random.int(6, 30)));
  for (let day = 0; day < days; day += 1) {
    // West of the firm’s zone, its today may still be tomorrow.
    const workedOn = earliest(workday(addDays(begun, day * 2)), addDays(today, -1));
    await assignee.call(timeEntries.create, {
      taskId: task.id,
      workedOn,
      minutes: random.int(1, 8) * 15,
      billable: task.billable,
      note: random.pick(done),
    });
  }
}

/**
 * Adds what people add while they work: time to some tasks, notes to a few, and now and then a note visible only to the
 * reviewer and above.
 */
export async function workOn(task: Task, people: People, random: Random, today: string): Promise<void> {
  const { assignee, reviewer } = people;
  if (task.status === 'todo' || task.status === 'cancelled') return;
  if (random.chance(0.4)) await spendTime(task, people, random, today);
  if (random.chance(0.1))
    await assignee.call(taskTalk.addNote, {
      id: task.id,
      body: `${mentionOf(reviewer.id)} ${random.pick(said)}`,
    });
  if (random.chance(0.04))
    await reviewer.call(taskTalk.addNote, {
      id: task.id,
      body: random.pick(confided),
      level: 'reviewer_up',
    });
}
