import type { Task } from '@daybook/contracts/tasks/tasks/tasks';

/** The form values of a task. */
export const valuesOf = (task: Task) => ({
  title: task.title,
  internal: task.internal,
  reviewRequired: task.reviewRequired,
  priority: task.priority,
  billable: task.billable,
  billingRule: task.billingRule,
  description: task.description,
  clientId: task.client?.id ?? null,
  categoryId: task.category?.id ?? null,
  recurringCategoryId: task.recurringCategory?.id ?? null,
  duplicateReason: task.duplicateReason,
  serviceId: task.service?.id ?? null,
  reviewerId: task.reviewer?.id ?? null,
  billingEntityId: task.billingEntity?.id ?? null,
  assigneeIds: task.assignees.map(({ id }) => id),
  startOn: task.startOn,
  targetOn: task.targetOn,
  dueOn: task.dueOn,
  periodFrom: task.periodFrom,
  periodTo: task.periodTo,
  // Left out for people who may not see money. The server then keeps the fee.
  ...(task.fee !== undefined && { fee: task.fee }),
  estimateMin: task.estimateMin,
  filedOn: task.filedOn,
  ackNo: task.ackNo,
  checklist: task.checklist.map(({ id, title, mandatory, role, dueOn }) => ({
    id,
    title,
    mandatory,
    role,
    dueOn,
  })),
});

/** A copy with the people, texts and steps of the task, without the record of its filing. */
export function copyOf(task: Task) {
  const { filedOn: _filedOn, ackNo: _ackNo, duplicateReason: _reason, ...values } = valuesOf(task);
  return { ...values, checklist: values.checklist.map(({ id: _id, ...step }) => step) };
}
