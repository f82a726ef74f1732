import type { Task } from '@daybook/contracts/tasks/tasks/tasks';

/** What the form holds of a task. */
export const valuesOf = (task: Task) => ({
  title: task.title,
  internal: task.internal,
  reviewRequired: task.reviewRequired,
  priority: task.priority,
  billable: task.billable,
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
  // Absent for who may not see money; the server then keeps it.
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

/** The same work once more: with its people, texts and steps, and nothing of what was done. */
export function copyOf(task: Task) {
  const { filedOn: _filedOn, ackNo: _ackNo, duplicateReason: _reason, ...values } = valuesOf(task);
  return { ...values, checklist: values.checklist.map(({ id: _id, ...step }) => step) };
}
