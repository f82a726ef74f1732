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
import { TaskNote } from './note-levels.ts';
import { Checklist, ChecklistItem, newStep } from './task-checklist.ts';
import { taskMoveNames, taskStatuses } from './task-machine.ts';

export const TaskStatus = z.enum(taskStatuses);
/** 1 is urgent, 4 can wait. */
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

/** Worth a warning, never a refusal: the work is planned to end after it is due. */
export const isTargetLate = ({ targetOn, dueOn }: { targetOn: string | null; dueOn: string }): boolean =>
  targetOn !== null && targetOn > dueOn;

/** A slip of the pen. Due days that others move, a government or a holiday, are not held to it. */
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

/** What the authority says of a return that was filed; it may come after the work is done. */
const filing = { filedOn: OptionalDate, ackNo: optionalText(60) };

const fields = {
  title: requiredText(200),
  /** Required unless the work is the firm's own. */
  clientId: OptionalId,
  internal: z.boolean().default(false),
  /** The template that it was made by. */
  categoryId: OptionalId,
  /** The filing whose period it is, also where no series made it: a government's extension reaches it then. */
  recurringCategoryId: OptionalId,
  serviceId: OptionalId,
  periodFrom: OptionalDate,
  periodTo: OptionalDate,
  /** Why there are to be two tasks of the same client, category and period. */
  duplicateReason: optionalText(500),
  assigneeIds: People,
  reviewerId: OptionalId,
  reviewRequired: z.boolean().default(false),
  startOn: OptionalDate,
  targetOn: OptionalDate,
  dueOn: PlainDate,
  priority: Priority.default(3),
  billable: z.boolean().default(false),
  /** Minor units of the billing entity's currency. Only from who may see money; others get the service's price. */
  fee: Amount.nullish().transform((value) => value ?? null),
  billingEntityId: OptionalId,
  description: optionalText(10_000),
  checklist: Checklist,
  /** How long the work is meant to take. */
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
  /** Absent for who may not see money. */
  fee: MinorUnits.nullish(),
  currency: z.string().nullable(),
  billingStatus: z.enum(billingStatuses),
  checklistDone: z.int(),
  checklistTotal: z.int(),
  estimateMin: z.int().nullable(),
  /** What was recorded, by all; a timer that runs is not in it yet. */
  spentMin: z.int(),
  /** What the caller may do next, in the order of the workflow. */
  moves: z.array(Move),
});
export type TaskRow = z.infer<typeof TaskRow>;

export const Task = TaskRow.extend({
  recurringCategory: Reference.nullable(),
  duplicateReason: z.string().nullable(),
  /** The series that made it, whose filing stays; `isSeen` where its client is in the caller's scope. */
  series: Reference.extend({ isSeen: z.boolean() }).nullable(),
  periodFrom: PlainDate.nullable(),
  periodTo: PlainDate.nullable(),
  billingEntity: Reference.nullable(),
  description: z.string().nullable(),
  statusReason: z.string().nullable(),
  completedAt: Instant.nullable(),
  completedBy: z.string().nullable(),
  /** Who sent it to the review that it is in, or has passed. */
  submittedBy: Reference.nullable(),
  pendingItemId: Uuid.nullable(),
  invoiceId: Uuid.nullable(),
  checklist: z.array(ChecklistItem),
  /** Those that the caller reads, the newest first. */
  notes: z.array(TaskNote),
  filedOn: PlainDate.nullable(),
  ackNo: z.string().nullable(),
  /** Whether the caller may work on the checklist of an open task, and record time. */
  mayWork: z.boolean(),
  /** Whether they may write notes. */
  mayTalk: z.boolean(),
  /** Time is recorded on it, also by a timer that runs: it stays, and is cancelled instead. */
  hasTime: z.boolean(),
});
export type Task = z.infer<typeof Task>;

/** What a person has to do with a task: to work on it, to review it, or to wait until it can go on. */
export const myRoles = ['doing', 'reviewing', 'waiting'] as const;
export type MyRole = (typeof myRoles)[number];

/** `work`: what is still to do first, then by due date; under a filter by status, by due date alone. */
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
  /** The caller's own, by what is theirs to do with it. */
  mine: z.enum(myRoles),
  /** Nobody is to do it; nobody is to review it. */
  unassigned: z.stringbool(),
  unreviewed: z.stringbool(),
  /** One of those of its client. */
  departmentId: Uuid,
  completedFrom: PlainDate,
});

/** What is looked for, whichever way it is shown. */
export const TaskFound = TaskListQuery.pick({ q: true, filter: true });

/** Whoever the task names works on it without tasks.edit. */
const edited = { key: 'tasks.edit', or: 'assignee' } as const;

export const tasks = {
  ...listEndpoints('/tasks', 'tasks.view', { query: TaskListQuery, row: TaskRow, total: ListTotal }),
  open: openEndpoint('/tasks', 'tasks.view', Task),
  /** The task of a client, category and period that is there already: another one needs a reason. */
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
      /** The task that is being changed. */
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
  /** Soft; refused once invoiced, and when time was recorded. The version is that of the task in the bin. */
  remove: endpoint({
    method: 'DELETE',
    path: '/tasks/:id',
    allow: 'tasks.delete',
    versioned: true,
    input: ById,
    output: z.object({ version: Version }),
  }),
  /** Out of the bin, where it lies for 30 days. */
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
  /** Ticks or unticks. Needs no version: two people tick different items at once. */
  tickChecklistItem: endpoint({
    method: 'POST',
    path: '/tasks/:id/checklist/:itemId/tick',
    allow: edited,
    input: ById.extend({ itemId: Uuid, done: z.boolean() }),
    output: Task,
  }),
};
