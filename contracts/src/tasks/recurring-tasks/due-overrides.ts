import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, PlainDate, Uuid, requiredText } from '../../fields.ts';
import { PeriodKey } from '../../recurrence/period-key.ts';

/** An open task of a period, with what concerns its due date. */
const OpenTask = z.object({
  id: Uuid,
  no: z.string(),
  title: z.string(),
  client: z.string().nullable(),
  dueOn: PlainDate,
});
export type OpenTask = z.infer<typeof OpenTask>;

const ReachedTask = OpenTask.extend({
  /** Whether a person set its due date. Such a task does not move unless it is chosen. */
  isByHand: z.boolean(),
});
export type ReachedTask = z.infer<typeof ReachedTask>;

/** The result for one task; `was` is its earlier due date. */
const MovedTask = OpenTask.extend({ was: PlainDate, isMoved: z.boolean() });
export type MovedTask = z.infer<typeof MovedTask>;

/** The most tasks that are listed; all tasks are moved. */
export const mostNamed = 500;

export const OpenPeriod = z.object({
  periodKey: PeriodKey,
  /** The earliest due date of its tasks. */
  dueOn: PlainDate,
  /** The number of open tasks of all clients. */
  open: z.int(),
  /** The existing extension of the period. */
  override: z.object({ newDue: PlainDate, reason: z.string() }).nullable(),
});
export type OpenPeriod = z.infer<typeof OpenPeriod>;

const Moved = z.object({
  id: Uuid,
  /** The number of tasks that moved, and of those that kept a due date set by a person. */
  moved: z.int(),
  left: z.int(),
  /** The moved tasks first, then those that stayed. */
  tasks: z.array(MovedTask).max(mostNamed),
});

/** An extension: a government moves the due date of one period. It applies to the category's open tasks of all clients. */
export const dueOverrides = {
  /** The periods that have open tasks. */
  periods: endpoint({
    method: 'GET',
    path: '/due-overrides/periods/:categoryId',
    allow: 'recurring_tasks.edit',
    input: z.object({ categoryId: Uuid }),
    output: z.array(OpenPeriod),
  }),
  /** The open tasks of a period, of all clients, sorted by client. */
  reached: endpoint({
    method: 'GET',
    path: '/due-overrides/reached/:categoryId/:periodKey',
    allow: 'recurring_tasks.edit',
    input: z.object({ categoryId: Uuid, periodKey: PeriodKey }),
    output: z.object({ tasks: z.array(ReachedTask).max(mostNamed), open: z.int() }),
  }),
  /** Extends a period. A second extension replaces the first. Refused to people who do not see all clients. */
  put: endpoint({
    method: 'PUT',
    path: '/due-overrides',
    allow: 'recurring_tasks.edit',
    input: z.object({
      categoryId: Uuid,
      periodKey: PeriodKey,
      newDue: PlainDate,
      reason: requiredText(500),
      /** Tasks with a due date set by a person that should move too. */
      alsoIds: z.array(Uuid).max(mostNamed).default([]),
    }),
    output: Moved,
  }),
  /** Removes the extension. Tasks that it moved get their earlier due date back; tasks created since get the date of their rule. */
  remove: endpoint({
    method: 'DELETE',
    path: '/due-overrides/:id',
    allow: 'recurring_tasks.edit',
    versioned: true,
    input: ById,
    output: Moved,
  }),
};
