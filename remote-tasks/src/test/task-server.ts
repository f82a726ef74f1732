import { lookups } from '@daybook/contracts/lookups';
import { Refusal } from '@daybook/contracts/refusals';
import { boardStatuses, taskBoard } from '@daybook/contracts/tasks/tasks/task-board';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks, type Task } from '@daybook/contracts/tasks/tasks/tasks';
import { workload } from '@daybook/contracts/tasks/tasks/workload';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { someone } from '@daybook/shared/test/render-screen';
import { find, idOf, task } from './task-records.ts';

const pageOf = (rows: Task[]) => ({ rows, pageSize: 20, next: null, previous: null });

/** The server refuses the second task, because somebody else has changed it. */
const bulkChanges: Parameters<typeof fakeServer<typeof taskBulk>>[1] = {
  change: ({ input }) => ({
    results: input.tasks.map(({ id, version }) =>
      id === idOf(2)
        ? {
            id,
            outcome: 'refused' as const,
            refused: { code: 'VERSION_CONFLICT', message: 'Someone else has changed it.' },
          }
        : { id, outcome: 'changed' as const, version: version + 1 },
    ),
  }),
  undo: ({ input }) => ({
    results: input.tasks.map(({ id, version }) => ({
      id,
      outcome: 'changed' as const,
      version: version + 1,
    })),
  }),
};

const workloadRows = [
  {
    person: { id: someone.id, label: someone.name },
    open: 7,
    overdue: { open: 2, minutes: 90 },
    weeks: [
      { open: 5, minutes: 2_700 },
      { open: 0, minutes: 0 },
      { open: 0, minutes: 0 },
      { open: 0, minutes: 0 },
    ],
    later: { open: 0, minutes: 0 },
  },
  {
    person: null,
    open: 1,
    overdue: { open: 1, minutes: 0 },
    weeks: [],
    later: { open: 0, minutes: 0 },
  },
];

/** A fake server with these tasks. It filters by status and by due date. */
export function serveTasks(all: Task[], refuses = false) {
  const byStatus = (status: TaskStatus) => all.filter((one) => one.status === status);
  return fakeServer(tasks, {
    list: ({ input: { filter } }) =>
      pageOf(
        all.filter(
          ({ status, dueOn }) =>
            (filter.status?.includes(status) ?? true) && (filter.dueTo ?? dueOn) >= dueOn,
        ),
      ),
    total: () => ({ total: all.length, isCapped: false }),
    transition: ({ input }) => {
      if (refuses) throw new Refusal('CHECKLIST_INCOMPLETE');
      const moved = all.find(({ id }) => id === input.id) ?? task(1);
      return Object.assign(moved, task(Number(moved.no.slice(2)), { status: input.to }));
    },
  })
    .also(taskBoard, {
      columns: () => ({
        columns: boardStatuses.map((status) => ({ status, count: byStatus(status).length, isCapped: false })),
      }),
      calendar: () => ({
        days: [...new Set(all.map(({ dueOn }) => dueOn))].map((date) => {
          const due = all.filter(({ dueOn }) => dueOn === date);
          return { date, count: due.length, tasks: due.slice(0, 1) };
        }),
      }),
      mine: () => ({
        counts: {
          doing: { overdue: 1, today: 0, week: 0, later: 25 },
          reviewing: { overdue: 0, today: 0, week: 0, later: 0 },
          waiting: { overdue: 0, today: 2, week: 0, later: 0 },
        },
        groups: [
          { due: 'overdue' as const, tasks: all.slice(0, 1) },
          { due: 'later' as const, tasks: all.slice(1) },
        ],
      }),
    })
    .also(taskBulk, bulkChanges)
    .also(workload, { weeks: () => ({ rows: workloadRows }) })
    .also(lookups, { find });
}
