import { z } from 'zod';
import type { PendingStatus } from '../../billing/pending/pending-invoices.ts';
import { endpoint } from '../../endpoint.ts';
import {
  Amount,
  ById,
  Instant,
  MinorUnits,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { ListTotal, listQuery, several } from '../../lists.ts';
import { createEndpoint, editEndpoint, listEndpoints, openEndpoint } from '../../usual-endpoints.ts';
import { Estimate } from '../time/task-time.ts';
import { BillingRule, usualBillingRule } from './billing-rules.ts';
import { TaskNote } from './note-levels.ts';
import { Checklist, ChecklistItem, newStep } from './task-checklist.ts';
import { taskMoveNames, taskStatuses } from './task-machine.ts';

export const TaskStatus = z.enum(taskStatuses);
/** 1 is urgent, 4 is low. */
export const taskPriorities = [1, 2, 3, 4] as const;
export const Priority = z.int().min(1).max(4);

/** Derived from the task's pending item, never stored (docs/rules.md#billing-status). */
export const billingStatuses = ['non_billable', 'unbilled', 'pending', 'invoiced', 'written_off'] as const;
export type BillingStatus = (typeof billingStatuses)[number];

export function billingStatusOf(billable: boolean, item: PendingStatus | null): BillingStatus {
  if (item === 'invoiced' || item === 'written_off') return item;
  if (!billable) return 'non_billable';
  return item === null ? 'unbilled' : 'pending';
}

/** Whether the target date is after the due date. This is only a warning and never a refusal. */
export const isTargetLate = ({ targetOn, dueOn }: { targetOn: string | null; dueOn: string }): boolean =>
  targetOn !== null && targetOn > dueOn;

/** Checked only for dates that a person enters. Due dates that an extension or a holiday moves are exempt. */
function checkStart(
  { startOn, dueOn }: { startOn: string | null; dueOn: string },
  context: z.RefinementCtx,
): void {
  if (startOn !== null && startOn > dueOn)
    context.addIssue({ code: 'custom', path: ['startOn'], message: 'STARTS_AFTER_DUE' });
}

const OptionalId = Uuid.nullish().transform((value) => value ?? null);
const OptionalDate = PlainDate.nullish().transform((value) => value ?? null);
const People = z.array(Uuid).max(20).default([]);

/** The filing date and acknowledgement number; both may follow after the task is completed. */
const filing = { filedOn: OptionalDate, ackNo: optionalText(60) };

const fields = {
  title: requiredText(200),
  /** Required unless it is internal work of the firm. */
  clientId: OptionalId,
  internal: z.boolean().default(false),
  /** The category that the task was created from. */
  categoryId: OptionalId,
  /** The filing that the period belongs to. Without a series it is needed too, so that an extension applies to the task. */
  recurringCategoryId: OptionalId,
  serviceId: OptionalId,
  periodFrom: OptionalDate,
  periodTo: OptionalDate,
  /** Why there should be a second task for the same client, category and period. */
  duplicateReason: optionalText(500),
  assigneeIds: People,
  reviewerId: OptionalId,
  reviewRequired: z.boolean().default(false),
  startOn: OptionalDate,
  targetOn: OptionalDate,
  dueOn: PlainDate,
  priority: Priority.default(3),
  billable: z.boolean().default(false),
  /** By default the usual rule of the category, the service or the client; an edit leaves it as it is. */
  billingRule: usualBillingRule,
  /** The fee, or the limit of the hours. Minor units of the billing entity's currency. Only from callers who may see money; others get the service's price. */
  fee: Amount.nullish().transform((value) => value ?? null),
  billingEntityId: OptionalId,
  description: optionalText(10_000),
  checklist: Checklist,
  /** The estimated minutes of work. */
  estimateMin: Estimate,
  ...filing,
};

const Move = z.object({
  name: z.enum(taskMoveNames),
  to: TaskStatus,
  reason: z.enum(['none', 'required']),
});

export const TaskRow = z.object({
  id: Uuid,
  version: Version,
  no: z.string(),
  title: z.string(),
  client: Reference.nullable(),
  internal: z.boolean(),
  category: Reference.nullable(),
  service: Reference.nullable(),
  status: TaskStatus,
  heldStatus: TaskStatus.nullable(),
  priority: Priority,
  startOn: PlainDate.nullable(),
  targetOn: PlainDate.nullable(),
  dueOn: PlainDate,
  assignees: z.array(Reference),
  reviewer: Reference.nullable(),
  reviewRequired: z.boolean(),
  billable: z.boolean(),
  billingRule: BillingRule,
  /** Absent if the caller may not see money. */
  fee: MinorUnits.nullish(),
  currency: z.string().nullable(),
  billingStatus: z.enum(billingStatuses),
  checklistDone: z.int(),
  checklistTotal: z.int(),
  estimateMin: z.int().nullable(),
  /** The recorded minutes of all people, without running timers. */
  spentMin: z.int(),
  /** The moves that the caller may make, in workflow order. */
  moves: z.array(Move),
});
export type TaskRow = z.infer<typeof TaskRow>;

export const Task = TaskRow.extend({
  recurringCategory: Reference.nullable(),
  duplicateReason: z.string().nullable(),
  /** The series that created the task; its filing cannot change. `isSeen` is false if the series' client is outside the caller's scope. */
  series: Reference.extend({ isSeen: z.boolean() }).nullable(),
  periodFrom: PlainDate.nullable(),
  periodTo: PlainDate.nullable(),
  billingEntity: Reference.nullable(),
  /** False if the work of the client is not billable: completing the task then creates no pending item. */
  clientBillable: z.boolean(),
  /** Whether the client is erased: nothing is written on its tasks any more. */
  clientErased: z.boolean(),
  description: z.string().nullable(),
  statusReason: z.string().nullable(),
  completedAt: Instant.nullable(),
  completedBy: z.string().nullable(),
  /** The person who submitted the task for its current or last review. */
  submittedBy: Reference.nullable(),
  pendingItemId: Uuid.nullable(),
  invoiceId: Uuid.nullable(),
  checklist: z.array(ChecklistItem),
  /** The notes that the caller may read, newest first. */
  notes: z.array(TaskNote),
  filedOn: PlainDate.nullable(),
  ackNo: z.string().nullable(),
  /** Whether the caller may tick the checklist of an open task and record time. */
  mayWork: z.boolean(),
  /** Whether the caller may write notes. */
  mayTalk: z.boolean(),
  /** Whether time is recorded or a timer is running. The task can then not be deleted, only cancelled. */
  hasTime: z.boolean(),
});
export type Task = z.infer<typeof Task>;

/** A person's part in a task: doing it, reviewing it, or waiting for somebody. */
export const myRoles = ['doing', 'reviewing', 'waiting'] as const;
export type MyRole = (typeof myRoles)[number];

/** `work` sorts open tasks first, then by due date; with a status filter, by due date only. */
export const TaskListQuery = listQuery(['work', 'dueOn', '-dueOn', 'priority', '-priority', 'no', '-no'], {
  status: several(TaskStatus),
  clientId: Uuid,
  categoryId: Uuid,
  recurringCategoryId: Uuid,
  assigneeId: Uuid,
  reviewerId: Uuid,
  dueFrom: PlainDate,
  dueTo: PlainDate,
  priority: z.coerce.number().pipe(Priority),
  billable: z.stringbool(),
  /** The caller's own tasks, by role. */
  mine: z.enum(myRoles),
  /** Tasks without assignees; tasks without a reviewer. */
  unassigned: z.stringbool(),
  unreviewed: z.stringbool(),
  /** One of the departments of the task's client. */
  departmentId: Uuid,
  completedFrom: PlainDate,
});

/** Search and filters, independent of how the result is displayed. */
export const TaskFound = TaskListQuery.pick({ q: true, filter: true });

/** Assignees and the reviewer may change the task without tasks.edit. */
const edited = { key: 'tasks.edit', or: 'assignee' } as const;

export const tasks = {
  ...listEndpoints('/tasks', 'tasks.view', { query: TaskListQuery, row: TaskRow, total: ListTotal }),
  open: openEndpoint('/tasks', 'tasks.view', Task),
  /** The existing task of a client, category and period: a second one needs a reason. */
  samePeriod: endpoint({
    method: 'GET',
    path: '/tasks/same-period',
    allow: 'tasks.view',
    input: z.object({
      clientId: Uuid,
      categoryId: OptionalId,
      recurringCategoryId: OptionalId,
      periodFrom: PlainDate,
      periodTo: PlainDate,
      /** The task that is being edited. */
      exceptId: OptionalId,
    }),
    output: z.object({ task: z.object({ id: Uuid, no: z.string(), title: z.string() }).nullable() }),
  }),
  create: createEndpoint('/tasks', 'tasks.create', {
    input: z.object({ id: OwnId, ...fields }).superRefine(checkStart),
    output: Task,
  }),
  edit: editEndpoint('/tasks', 'tasks.edit', {
    input: ById.extend(fields).superRefine(checkStart),
    output: Task,
  }),
  /** Moves the task to the bin. Refused once the task is invoiced or has recorded time. The answer has the version of the deleted task. */
  remove: endpoint({
    method: 'DELETE',
    path: '/tasks/:id',
    allow: 'tasks.delete',
    versioned: true,
    input: ById,
    output: z.object({ version: Version }),
  }),
  /** Restores a task from the bin, within 30 days. */
  restore: endpoint({
    method: 'POST',
    path: '/tasks/:id/restore',
    allow: 'tasks.delete',
    versioned: true,
    input: ById,
    output: Task,
  }),
  recordFiling: endpoint({
    method: 'POST',
    path: '/tasks/:id/filing',
    allow: edited,
    versioned: true,
    input: ById.extend(filing),
    output: Task,
  }),
  transition: endpoint({
    method: 'POST',
    path: '/tasks/:id/transition',
    allow: edited,
    versioned: true,
    input: ById.extend({ to: TaskStatus, reason: optionalText(500) }),
    output: Task,
  }),
  addChecklistItem: endpoint({
    method: 'POST',
    path: '/tasks/:id/checklist',
    allow: edited,
    input: ById.extend(newStep),
    output: Task,
  }),
  /** Ticks or unticks an item. No version is needed, so that two people can tick different items at once. */
  tickChecklistItem: endpoint({
    method: 'POST',
    path: '/tasks/:id/checklist/:itemId/tick',
    allow: edited,
    input: ById.extend({ itemId: Uuid, done: z.boolean() }),
    output: Task,
  }),
};
