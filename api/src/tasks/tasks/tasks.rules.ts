import { PlainDate } from '@daybook/contracts/fields';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import { hasFee } from '@daybook/contracts/tasks/tasks/billing-rules';
import type { BillingRule } from '@daybook/contracts/tasks/tasks/billing-rules';
import { mostDays } from '@daybook/contracts/tasks/tasks/task-board';
import { isBoundByReview } from '@daybook/contracts/tasks/tasks/task-checklist';
import type { StepRole } from '@daybook/contracts/tasks/tasks/task-checklist';
import {
  isOpenTask,
  mayMake,
  movesOf,
  wouldPassOwnSubmission,
  wouldReviewOwnWork,
} from '@daybook/contracts/tasks/tasks/task-machine';
import type { MovableTask, Mover, TaskMove, TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';

interface Editor {
  id: string;
  isAdmin: boolean;
}

interface Written {
  clientId: string | null;
  internal: boolean;
  serviceId: string | null;
  recurringCategoryId: string | null;
  periodFrom: string | null;
  periodTo: string | null;
  assigneeIds: readonly string[];
  reviewerId: string | null;
  reviewRequired: boolean;
  billable: boolean;
  billingRule: BillingRule;
  fee: Minor | null;
  billingEntityId: string | null;
}

const required = [{ code: 'REQUIRED' }];

/** What a form must hold beyond its single fields. Refuses INPUT_INVALID with every field, and as `checkReviewer`. */
export function checkTask(task: Written): void {
  const errors: FieldRefusals = {};
  if (!task.internal && task.clientId === null) errors['clientId'] = required;
  if (task.internal && task.clientId !== null) errors['clientId'] = [{ code: 'NOT_A_CHOICE' }];
  if (task.billable) {
    if (task.internal) errors['billable'] = [{ code: 'NOT_A_CHOICE' }];
    if (task.serviceId === null) errors['serviceId'] = required;
    if (task.billingEntityId === null) errors['billingEntityId'] = required;
    if (task.fee === null && hasFee(task.billingRule)) errors['fee'] = required;
  }
  // A task of a recurring category needs a client and a period.
  if (task.recurringCategoryId !== null) {
    if (task.internal) errors['recurringCategoryId'] = [{ code: 'NOT_A_CHOICE' }];
    if (task.periodFrom === null) errors['periodFrom'] = required;
    if (task.periodTo === null) errors['periodTo'] = required;
  }
  if (task.periodTo !== null && task.periodTo < (task.periodFrom ?? task.periodTo))
    errors['periodTo'] = [{ code: 'DATE_RANGE' }];
  if (Object.keys(errors).length > 0) throw new Refusal('INPUT_INVALID', {}, errors);
  checkReviewer(task);
}

/** Refuses REVIEWER_IS_ASSIGNEE: a required review needs a second person. */
export function checkReviewer({
  reviewRequired,
  reviewerId,
  assigneeIds,
}: Pick<Written, 'reviewRequired' | 'reviewerId' | 'assigneeIds'>): void {
  if (reviewRequired && reviewerId !== null && assigneeIds.includes(reviewerId))
    throw refuseField('REVIEWER_IS_ASSIGNEE', 'reviewerId');
}

/**
 * Nobody but an admin can make themselves the reviewer of their own work, because a reviewer can read what is written about
 * it. If the review is required, `checkReviewer` refuses this for everyone. Refuses REVIEWER_IS_ASSIGNEE.
 */
export function checkNotOwnReviewer(
  present: MovableTask | null,
  { reviewerId, assigneeIds }: Pick<Written, 'reviewerId' | 'assigneeIds'>,
  editor: Editor,
): void {
  const isNamed = reviewerId === editor.id && present?.reviewerId !== editor.id;
  const atWork = [...(present?.assigneeIds ?? []), ...assigneeIds];
  if (isNamed && !editor.isAdmin && atWork.includes(editor.id))
    throw refuseField('REVIEWER_IS_ASSIGNEE', 'reviewerId');
}

/** The stored review, and the wanted one. */
interface Review {
  reviewRequired: boolean;
  checklist: readonly { id?: string | undefined; mandatory: boolean; role?: StepRole | null | undefined }[];
}

/**
 * Whoever does the work or submitted it for review can remove neither the review nor a step that the reviewer has still to do.
 * Refuses REVIEW_OF_OWN_WORK, STEP_OF_REVIEWER.
 */
export function checkReviewKept(
  present: Task,
  wanted: Review & { assigneeIds: readonly string[] },
  editor: Editor,
): void {
  const assigneeIds = [...present.assignees.map(({ id }) => id), ...wanted.assigneeIds];
  if (!isBoundByReview({ assigneeIds, submittedById: present.submittedBy?.id ?? null }, editor)) return;
  if (present.reviewRequired && !wanted.reviewRequired)
    throw refuseField('REVIEW_OF_OWN_WORK', 'reviewRequired');
  const kept = new Map(wanted.checklist.map((step) => [step.id, step]));
  const isLoosened = present.checklist.some(({ id, mandatory, role, doneAt }) => {
    const step = kept.get(id);
    return mandatory && role === 'reviewer' && doneAt === null && !(step?.mandatory && step.role === role);
  });
  if (isLoosened) throw new Refusal('STEP_OF_REVIEWER');
}

/** An assignee cannot leave the task while it is in review in order to approve it. Refuses REVIEW_OF_OWN_WORK. */
export function checkHandedOn(present: MovableTask, assigneeIds: readonly string[], editor: Editor): void {
  const isInReview = present.reviewRequired && (present.heldStatus ?? present.status) === 'in_review';
  const isLeaving = present.assigneeIds.includes(editor.id) && !assigneeIds.includes(editor.id);
  if (isInReview && isLeaving && !editor.isAdmin) throw refuseField('REVIEW_OF_OWN_WORK', 'assigneeIds');
}

/** A finished task is what was billed: it must be reopened before it can change. Refuses STATE_NOT_ALLOWED. */
export function checkOpen(status: TaskStatus): void {
  if (!isOpenTask(status)) throw new Refusal('STATE_NOT_ALLOWED', { from: status });
}

/** Work that has begun needs an assignee. Refuses ASSIGNEE_REQUIRED. */
export function checkAssigned({ status, heldStatus }: MovableTask, assigneeIds: readonly string[]): void {
  if ((heldStatus ?? status) !== 'todo' && assigneeIds.length === 0)
    throw refuseField('ASSIGNEE_REQUIRED', 'assigneeIds');
}

type Checklist = readonly { mandatory: boolean; doneAt: string | null }[];

/** Refuses CHECKLIST_INCOMPLETE. */
export function checkChecklist(checklist: Checklist): void {
  if (checklist.some((item) => item.mandatory && item.doneAt === null))
    throw new Refusal('CHECKLIST_INCOMPLETE');
}

const dayMs = 86_400_000;

/** The date so many days later or earlier; null outside the range of dates that a document can have. */
export function shiftedDate(date: string, days: number): string | null {
  const shifted = new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
  return PlainDate.safeParse(shifted).success ? shifted : null;
}

/** A task cannot be due before it begins. Refuses DUE_BEFORE_START. */
export function checkDue(startOn: string | null, dueOn: string): void {
  if (startOn !== null && startOn > dueOn) throw new Refusal('DUE_BEFORE_START');
}

/** Checks the days of a calendar page. Refuses DATE_RANGE on `to`. */
export function checkDays(from: string, to: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1 || days > mostDays) throw refuseField('INPUT_INVALID', 'to', {}, 'DATE_RANGE');
}

interface Asked {
  to: TaskStatus;
  reason: string | null;
}

/**
 * Checks the requested move. Refuses STATE_NOT_ALLOWED, PERM_DENIED, REVIEWER_IS_ASSIGNEE, APPROVER_IS_SUBMITTER, a missing
 * reason on its field, ASSIGNEE_REQUIRED, CHECKLIST_INCOMPLETE (docs/rules.md#moves-of-a-task).
 */
export function checkMove(
  task: MovableTask & { checklist: Checklist },
  { to, reason }: Asked,
  mover: Mover,
): TaskMove {
  const move = movesOf(task).find((one) => one.to === to);
  if (!move) throw new Refusal('STATE_NOT_ALLOWED', { from: task.status, to });
  if (!mayMake(move, task, mover)) throw new Refusal('PERM_DENIED');
  if (wouldReviewOwnWork(move, task, mover)) throw new Refusal('REVIEWER_IS_ASSIGNEE');
  if (wouldPassOwnSubmission(move, task, mover)) throw new Refusal('APPROVER_IS_SUBMITTER');
  if (move.reason === 'required' && reason === null)
    throw refuseField('INPUT_INVALID', 'reason', {}, 'REQUIRED');
  if (move.name === 'start' && task.assigneeIds.length === 0) throw new Refusal('ASSIGNEE_REQUIRED');
  if (to === 'completed') checkChecklist(task.checklist);
  return move;
}
