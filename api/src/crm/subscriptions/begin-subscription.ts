import { uuidv7 } from 'uuidv7';
import type { RecurringMode } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { refuseField } from '@daybook/contracts/refusals';
import { mostMissed } from '@daybook/contracts/recurrence/series';
import { addDays } from '@daybook/contracts/plain-date';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { refusedAt } from '../../db/refused-at.ts';
import { checkMode } from '../../billing/recurring-invoices/recurring-modes.ts';
import { addRecurringInvoice } from '../../billing/recurring-invoices/save-recurring-invoice.ts';
import { nominalDates } from '../../recurrence/occurrences.ts';
import { addRecurringTask } from '../../tasks/recurring-tasks/save-recurring-task.ts';
import { createTask } from '../../tasks/tasks/save-task.ts';
import type { Plan } from './plan-subscription.ts';

const ownFields =
  /^(clientId|packageId|startsOn|firstPeriod|billing|mode|price|discountPct|assigneeIds|from)\b/;

/** Shows what a part of the package is refused for on the package, because the form has no field for the part. */
export const onOwnFields = <T>(work: () => Promise<T>): Promise<T> =>
  refusedAt((field) => (ownFields.test(field) ? field : 'packageId'), work);

/** The days of past periods, whose invoices are created at once. Refuses TOO_MANY on `firstPeriod`. */
export function pastDaysOf({ invoice, sold }: Plan): string[] {
  const { rule, startsOn, endsOn } = invoice;
  return pastInvoiceDays({ rrule: rule.rrule, startsOn, endsOn }, sold.today);
}

/** As `pastDaysOf`, by the days of the series alone. */
export function pastInvoiceDays(
  { rrule, startsOn, endsOn }: { rrule: string; startsOn: string; endsOn: string | null },
  today: string,
): string[] {
  const until = addDays(today, -1);
  const last = endsOn !== null && endsOn < until ? endsOn : until;
  const days = nominalDates({ rrule, startsOn }, { from: startsOn, until: last, most: mostMissed + 1 });
  if (days.length > mostMissed)
    throw refuseField('INPUT_INVALID', 'firstPeriod', { maximum: mostMissed }, 'TOO_MANY');
  return days;
}

const mayBeginWork = (user: CurrentUser): boolean => holds(user, 'recurring_tasks.create');

/** Refuses PERM_DENIED on `mode` and `packageId`: nobody lets a package do what they may not do themselves. */
export function checkMayBeginWork(user: CurrentUser, mode: RecurringMode): void {
  checkMode(user, mode);
  if (!mayBeginWork(user)) throw refuseField('PERM_DENIED', 'packageId');
}

/** Whether a person may apply packages whose series create drafts. */
export const mayApply = (user: CurrentUser): boolean =>
  holds(user, 'recurring_invoices.add') && mayBeginWork(user);

/** As `checkMayBeginWork`, for a package of a client that had none before. */
export function checkMayApply(user: CurrentUser, mode: RecurringMode): void {
  checkMode(user, mode);
  if (!mayApply(user)) throw refuseField('PERM_DENIED', 'packageId');
}

async function createTasks(db: Db, user: CurrentUser, { clientId, invoice, tasks }: Plan): Promise<string[]> {
  const ids: string[] = [];
  for (const { category, ...task } of tasks) {
    const { id } = await createTask(db, user, {
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
    ids.push(id);
  }
  return ids;
}

/**
 * Stores what is planned, in the caller's transaction: the subscription, its series, the invoices of past periods and the tasks
 * that are done once, whose ids are returned. Refuses as `pastDaysOf`, ALREADY_EXISTS on `packageId` if the client has the package then, and as the
 * creation of each part.
 */
export async function beginSubscription(
  db: Db,
  user: CurrentUser,
  plan: Plan,
  { id, predecessorId }: { id: string; predecessorId: string | null },
  canMail: boolean,
): Promise<string[]> {
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
  return onOwnFields(async () => {
    const invoice = { id: uuidv7(), subscriptionId: id, fields: plan.invoice, create };
    await addRecurringInvoice(db, user, invoice, canMail);
    for (const { fields } of plan.recurringTasks)
      await addRecurringTask(db, user, { ...fields, id: uuidv7(), subscriptionId: id, create: [] });
    return createTasks(db, user, plan);
  });
}
