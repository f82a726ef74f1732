import { uuidv7 } from 'uuidv7';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { mostMissed } from '@daybook/contracts/recurrence/series';
import { addDays } from '@daybook/contracts/plain-date';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { checkMode } from '../../billing/recurring-invoices/recurring-modes.ts';
import { addRecurringInvoice } from '../../billing/recurring-invoices/save-recurring-invoice.ts';
import { nominalDates } from '../../recurrence/occurrences.ts';
import { addRecurringTask } from '../../tasks/recurring-tasks/save-recurring-task.ts';
import { createTask } from '../../tasks/tasks/save-task.ts';
import type { Plan } from './plan-subscription.ts';

const ownFields =
  /^(clientId|packageId|startsOn|firstPeriod|billing|mode|price|discountPct|assigneeIds|from)\b/;

/** Shows what a part of the package is refused for on the package, because the form has no field for the part. */
export async function onOwnFields<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fields = Object.entries(error.fields).map(
      ([field, why]) => [ownFields.test(field) ? field : 'packageId', why] as const,
    );
    throw new Refusal(error.code, error.params, Object.fromEntries(fields));
  }
}

/** The days of past periods, whose invoices are created at once. Refuses TOO_MANY on `firstPeriod`. */
export function pastDaysOf({ invoice, sold }: Plan): string[] {
  const until = addDays(sold.today, -1);
  const last = invoice.endsOn !== null && invoice.endsOn < until ? invoice.endsOn : until;
  const days = nominalDates(
    { rrule: invoice.rule.rrule, startsOn: invoice.startsOn },
    { from: invoice.startsOn, until: last, most: mostMissed + 1 },
  );
  if (days.length > mostMissed)
    throw refuseField('INPUT_INVALID', 'firstPeriod', { maximum: mostMissed }, 'TOO_MANY');
  return days;
}

/** Refuses PERM_DENIED on `mode` and `packageId`: nobody lets a package do what they may not do themselves. */
export function checkMayApply(user: CurrentUser, { invoice }: Pick<Plan, 'invoice'>): void {
  checkMode(user, invoice.mode);
  if (!holds(user, 'recurring_tasks.create')) throw refuseField('PERM_DENIED', 'packageId');
}

async function createTasks(db: Db, user: CurrentUser, { clientId, invoice, tasks }: Plan): Promise<void> {
  for (const { category, ...task } of tasks)
    await createTask(db, user, {
      ...task,
      clientId,
      categoryId: category.id,
      internal: false,
      recurringCategoryId: null,
      periodFrom: null,
      periodTo: null,
      duplicateReason: null,
      reviewerId: null,
      targetOn: null,
      filedOn: null,
      ackNo: null,
      // The price of the package pays for it.
      billable: false,
      billingRule: 'fixed_fee',
      fee: null,
      billingEntityId: invoice.entityId,
    });
}

/**
 * Stores what is planned, in the caller's transaction: the subscription, its series, the invoices of past periods and the tasks
 * that are done once. Refuses as `pastDaysOf`, ALREADY_EXISTS on `packageId` if the client has the package then, and as the
 * creation of each part.
 */
export async function beginSubscription(
  db: Db,
  user: CurrentUser,
  plan: Plan,
  { id, predecessorId }: { id: string; predecessorId: string | null },
  canMail: boolean,
): Promise<void> {
  const { clientId, sold, startsOn, billedFrom, endedOn, billing, discountPct } = plan;
  const create = pastDaysOf(plan);
  await db
    .insertInto('subscription')
    .values({
      id,
      clientId,
      packageId: sold.id,
      versionId: sold.version.id,
      startsOn,
      billedFrom,
      endedOn,
      billing,
      discountPct,
      predecessorId,
    })
    .execute();
  if (plan.own.length > 0)
    await db
      .insertInto('subscriptionPrice')
      .values(plan.own.map((own) => ({ subscriptionId: id, ...own })))
      .execute();
  await onOwnFields(async () => {
    const invoice = { id: uuidv7(), subscriptionId: id, fields: plan.invoice, create };
    await addRecurringInvoice(db, user, invoice, canMail);
    for (const { fields } of plan.recurringTasks)
      await addRecurringTask(db, user, { ...fields, id: uuidv7(), subscriptionId: id, create: [] });
    await createTasks(db, user, plan);
  });
}
