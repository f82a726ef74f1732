import { hasFee } from '@daybook/contracts/tasks/tasks/billing-rules';
import type { FirstTask } from '@daybook/contracts/crm/enquiries/conversion';
import { refuseField } from '@daybook/contracts/refusals';
import { CategoryStep } from '@daybook/contracts/settings/categories/category-fields';
import { holds, seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { refusedAt } from '../../db/refused-at.ts';
import { billingRuleFor } from '../../tasks/tasks/billing-rule.ts';
import { createTask } from '../../tasks/tasks/save-task.ts';
import { shiftedDate } from '../../tasks/tasks/tasks.rules.ts';

/** The field of a first task that stands for a field of the task: everything that the category brings is refused on the category. */
const fieldOf = (field: string): string =>
  /^(title|dueOn|assigneeIds)\b/.test(field) ? field : 'categoryId';

/**
 * Creates the first tasks of a client. Refuses PERM_DENIED on `tasks` to callers who may not create tasks, and on its row what
 * `createTask` refuses.
 */
export async function createFirstTasks(
  db: Db,
  user: CurrentUser,
  clientId: string,
  tasks: readonly FirstTask[],
): Promise<void> {
  if (tasks.length === 0) return;
  if (!holds(user, 'tasks.create')) throw refuseField('PERM_DENIED', 'tasks');
  for (const [index, task] of tasks.entries()) {
    const inRow = (field: string) => `tasks.${index}.${fieldOf(field)}`;
    await refusedAt(inRow, () => createFirstTask(db, user, clientId, task));
  }
}

async function createFirstTask(
  db: Db,
  user: CurrentUser,
  clientId: string,
  { categoryId, title, dueOn, assigneeIds }: FirstTask,
): Promise<void> {
  const category = categoryId === null ? null : await categoryOf(db, categoryId);
  const entity = await db
    .selectFrom('client')
    .innerJoin('billingEntity as entity', 'entity.id', 'client.defaultEntityId')
    .select(['entity.id', 'entity.baseCurrency'])
    .where('client.id', '=', clientId)
    .executeTakeFirstOrThrow();
  await createTask(db, user, {
    title,
    clientId,
    categoryId,
    dueOn,
    assigneeIds,
    billingEntityId: entity.id,
    ...(await byCategory(db, user, category, { clientId, currency: entity.baseCurrency, dueOn })),
    internal: false,
    recurringCategoryId: null,
    periodFrom: null,
    periodTo: null,
    duplicateReason: null,
    reviewerId: null,
    startOn: null,
    targetOn: null,
    filedOn: null,
    ackNo: null,
  });
}

async function categoryOf(db: Db, categoryId: string) {
  const category = await db
    .selectFrom('taskCategory')
    .selectAll()
    .where('id', '=', categoryId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!category) throw refuseField('REFERENCE_UNKNOWN', 'categoryId');
  return category;
}

const usual = {
  billable: false,
  billingRule: 'fixed_fee' as const,
  fee: null,
  serviceId: null,
  reviewRequired: false,
  priority: 3,
  description: null,
  estimateMin: null,
  checklist: [],
};

/** What the category says of a task. */
async function byCategory(
  db: Db,
  user: CurrentUser,
  category: Awaited<ReturnType<typeof categoryOf>> | null,
  { clientId, currency, dueOn }: { clientId: string; currency: string; dueOn: string },
) {
  if (category === null) return usual;
  const billingRule = await billingRuleFor(db, 'task_category', {
    categoryId: category.id,
    serviceId: category.serviceId,
    clientId,
    billable: true,
    billingRule: null,
    fee: null,
  });
  // As in the form of a task: a fee in another currency says nothing about this client.
  const isPriced = category.fee !== null && category.currency === currency;
  const billable = category.serviceId !== null && (isPriced || !hasFee(billingRule));
  const steps = CategoryStep.array().parse(category.checklist);
  return {
    billable,
    billingRule,
    fee: billable && hasFee(billingRule) && seesMoney(user) ? category.fee : null,
    serviceId: category.serviceId,
    reviewRequired: category.reviewRequired,
    priority: category.priority,
    description: category.description,
    estimateMin: category.estimateMin,
    checklist: steps.map(({ offsetDays, ...step }) => ({
      ...step,
      dueOn: offsetDays === null ? null : shiftedDate(dueOn, offsetDays),
    })),
  };
}
