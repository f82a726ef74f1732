import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, PlainDate, Uuid, requiredText } from '../../fields.ts';
import { PeriodKey } from '../../recurrence/period-key.ts';

/** A task of a period that is still open, as far as its due date goes. */
const OpenTask = z.object({
  id: Uuid,
  no: z.string(),
  title: z.string(),
  client: z.string().nullable(),
  dueOn: PlainDate,
});
export type OpenTask = z.infer<typeof OpenTask>;

const ReachedTask = OpenTask.extend({
  /** Somebody gave it a day of its own: it stays there unless it is named. */
  isByHand: z.boolean(),
});
export type ReachedTask = z.infer<typeof ReachedTask>;

/** What came of one task; `was` is its day before. */
const MovedTask = OpenTask.extend({ was: PlainDate, isMoved: z.boolean() });
export type MovedTask = z.infer<typeof MovedTask>;

/** So many tasks are named; all are moved. */
export const mostNamed = 500;

export const OpenPeriod = z.object({
  periodKey: PeriodKey,
  /** The earliest day on which one of its tasks is due. */
  dueOn: PlainDate,
  /** Open tasks of all clients. */
  open: z.int(),
  /** It was moved already. */
  override: z.object({ newDue: PlainDate, reason: z.string() }).nullable(),
});
export type OpenPeriod = z.infer<typeof OpenPeriod>;

const Moved = z.object({
  id: Uuid,
  /** How many tasks have another day now, and how many kept one of their own. */
  moved: z.int(),
  left: z.int(),
  /** Both, the moved ones first. */
  tasks: z.array(MovedTask).max(mostNamed),
});

/** A government moves the day on which the work of one period is due: for the category's open tasks of all clients. */
export const dueOverrides = {
  /** The periods of which tasks are open. */
  periods: endpoint({
    method: 'GET',
    path: '/due-overrides/periods/:categoryId',
    allow: 'recurring_tasks.edit',
    input: z.object({ categoryId: Uuid }),
    output: z.array(OpenPeriod),
  }),
  /** The open tasks of a period, of all clients, by client. */
  reached: endpoint({
    method: 'GET',
    path: '/due-overrides/reached/:categoryId/:periodKey',
    allow: 'recurring_tasks.edit',
    input: z.object({ categoryId: Uuid, periodKey: PeriodKey }),
    output: z.object({ tasks: z.array(ReachedTask).max(mostNamed), open: z.int() }),
  }),
  /** Whoever moves it again moves it from where it is. Refused to who does not see all clients. */
  put: endpoint({
    method: 'PUT',
    path: '/due-overrides',
    allow: 'recurring_tasks.edit',
    input: z.object({
      categoryId: Uuid,
      periodKey: PeriodKey,
      newDue: PlainDate,
      reason: requiredText(500),
      /** Tasks with a day of their own that move nevertheless. */
      alsoIds: z.array(Uuid).max(mostNamed).default([]),
    }),
    output: Moved,
  }),
  /** Takes it back: tasks that it moved are due again when they were before, those made since as their rule says. */
  remove: endpoint({
    method: 'DELETE',
    path: '/due-overrides/:id',
    allow: 'recurring_tasks.edit',
    versioned: true,
    input: ById,
    output: Moved,
  }),
};
