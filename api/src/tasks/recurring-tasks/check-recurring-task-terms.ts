import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { hasFee } from '@daybook/contracts/tasks/tasks/billing-rules';
import type { RecurringTask } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { billingRuleFor } from '../tasks/billing-rule.ts';
import { checkStaff, usualFee } from '../tasks/check-task-choices.ts';
import { checkTerms, doersNamed } from './recurring-task.rules.ts';
import type { BilledInput, SeriesInput } from './recurring-task.rules.ts';

/** What the series already has: people who were chosen before stay, even if they have left since. */
export type Present = Pick<
  RecurringTask,
  'id' | 'category' | 'assignees' | 'reviewer' | 'service' | 'billingEntity' | 'billingRule'
>;

/**
 * The fee to store. Without the right to money nobody can set it: the series keeps its fee while service and billing entity
 * stay; otherwise it takes the category’s, or else the service’s price. Refuses PERM_DENIED on `fee`, PRICE_MISSING on
 * `serviceId`.
 */
async function feeOf(db: Db, user: CurrentUser, wanted: BilledInput, present?: Present) {
  const isPriced = wanted.billable && hasFee(wanted.billingRule);
  if (seesMoney(user)) return isPriced ? wanted.fee : null;
  if (wanted.fee !== null) throw refuseField('PERM_DENIED', 'fee');
  const { serviceId, billingEntityId, categoryId } = wanted;
  if (!isPriced || serviceId === null || billingEntityId === null) return null;
  if (present?.service?.id === serviceId && present.billingEntity?.id === billingEntityId) {
    const agreed = await db
      .selectFrom('recurringTask')
      .select('fee')
      .where('seriesId', '=', present.id)
      .executeTakeFirst();
    if (agreed && agreed.fee !== null) return agreed.fee;
  }
  return usualFee(db, 'recurring_task_category', { categoryId, serviceId, billingEntityId });
}

/** The version of a category whose terms are copied. Refuses REFERENCE_UNKNOWN on a category that is not in use. */
async function versionOf(
  db: Db,
  { categoryId: id, categoryVersion }: SeriesInput,
  present?: Present,
): Promise<number> {
  const category = await db
    .selectFrom('recurringTaskCategory')
    .select(['version', 'active'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!category || !(category.active || id === present?.category.id))
    throw refuseField('REFERENCE_UNKNOWN', 'categoryId');
  return Math.min(categoryVersion ?? category.version, category.version);
}

/**
 * The columns of the series’ terms. Refuses as `checkTerms` does, and REFERENCE_UNKNOWN on people who cannot be chosen and on a
 * category that is not in use.
 */
export async function termsOf(db: Db, user: CurrentUser, given: SeriesInput, present?: Present) {
  const billingRule = await billingRuleFor(db, 'recurring_task_category', given, present?.billingRule);
  const fields = { ...given, billingRule };
  const fee = await feeOf(db, user, fields, present);
  checkTerms({ ...fields, fee });
  const doers = doersNamed(fields);
  const known = new Set(
    [...(present?.assignees ?? []), ...(present?.reviewer ? [present.reviewer] : [])].map(({ id }) => id),
  );
  const fresh = (ids: readonly (string | null)[]) =>
    ids.flatMap((id) => (id === null || known.has(id) ? [] : [id]));
  await checkStaff(db, 'assigneeIds', fresh(doers));
  await checkStaff(db, 'reviewerId', fresh([fields.reviewerId]));
  return {
    doers,
    columns: {
      categoryId: fields.categoryId,
      categoryVersion: await versionOf(db, fields, present),
      serviceId: fields.serviceId,
      assigneeRule: fields.assigneeRule,
      reviewerId: fields.reviewerId,
      reviewRequired: fields.reviewRequired,
      targetDays: fields.targetDays,
      priority: fields.priority,
      estimateMin: fields.estimateMin,
      billable: fields.billable,
      billingRule: fields.billingRule,
      fee,
      billingEntityId: fields.billingEntityId,
      description: fields.description,
      checklist: json(fields.checklist),
    },
  };
}

export type Terms = Awaited<ReturnType<typeof termsOf>>;

/** Stores the doers in their order, instead of those there were. */
export async function keepDoers(db: Db, seriesId: string, doers: readonly string[]): Promise<void> {
  await db
    .deleteFrom('recurringTaskAssignee')
    .where('seriesId', '=', seriesId)
    .$if(doers.length > 0, (query) => query.where('userId', 'not in', doers))
    .execute();
  if (doers.length === 0) return;
  await db
    .insertInto('recurringTaskAssignee')
    .values(doers.map((userId, index) => ({ seriesId, userId, no: index + 1 })))
    .onConflict((conflict) =>
      conflict.columns(['seriesId', 'userId']).doUpdateSet((eb) => ({ no: eb.ref('excluded.no') })),
    )
    .execute();
}

/** Refuses STATE_NOT_ALLOWED on a series that has ended. */
export function checkGoesOn({ status }: Pick<RecurringTask, 'status'>, to: string): void {
  if (status !== 'active' && status !== 'paused')
    throw new Refusal('STATE_NOT_ALLOWED', { from: status, to });
}
