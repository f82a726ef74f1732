import { uuidv7 } from 'uuidv7';
import { periodAt } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import { priceOnDay } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type {
  Subscription,
  SubscriptionPreview,
  subscriptions,
} from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { NOTHING } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { checkTerms, previewInvoices } from '../../billing/recurring-invoices/recurring-preview.ts';
import { termsOf } from '../../tasks/recurring-tasks/check-recurring-task-terms.ts';
import { previewSeries } from '../../recurrence/upcoming.ts';
import { beginSubscription, checkMayApply, onOwnFields, pastDaysOf } from './begin-subscription.ts';
import { planSubscription } from './plan-subscription.ts';
import type { Plan } from './plan-subscription.ts';
import { holdPackage } from './sold-packages.ts';
import { getSubscription } from './subscriptions.queries.ts';

/** What the plan would create. Refuses as `pastDaysOf` and as the creation of each part. */
export async function previewOf(
  db: Db,
  user: CurrentUser,
  plan: Plan,
  { formerEndsOn, canMail }: { formerEndsOn: string | null; canMail: boolean },
): Promise<SubscriptionPreview> {
  const { sold, startsOn, isMoved, billedFrom, prices, tasks } = plan;
  const { cycle, currency } = sold.version;
  pastDaysOf(plan);
  return onOwnFields(async () => {
    await checkTerms(db, user, plan.invoice);
    const recurringTasks: SubscriptionPreview['recurringTasks'] = [];
    for (const { category, fields } of plan.recurringTasks) {
      await termsOf(db, user, fields);
      const { next } = await previewSeries(db, user, fields, { kind: 'task' });
      recurringTasks.push({ category, next, endsOn: fields.endsOn });
    }
    return {
      startsOn,
      isMoved,
      firstPeriod: periodAt({ cycle, fyStart: sold.fyStart }, billedFrom),
      cycle,
      currency,
      price: priceOnDay(prices, billedFrom) ?? NOTHING,
      formerEndsOn,
      invoices: await previewInvoices(db, user, plan.invoice, canMail),
      recurringTasks,
      tasks: tasks.map(({ category, title, startOn, dueOn }) => ({ category, title, startOn, dueOn })),
    };
  });
}

/** Refuses as `planSubscription` and `previewOf`. */
export async function previewPackage(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof subscriptions.preview>,
  canMail: boolean,
): Promise<SubscriptionPreview> {
  const plan = await planSubscription(db, user, input);
  return previewOf(db, user, plan, { formerEndsOn: null, canMail });
}

/**
 * Gives a client a package, in the caller's transaction. Refuses as `planSubscription`, `checkMayApply` and `beginSubscription`.
 * Returns the subscription, and the tasks that are done once.
 */
export async function givePackage(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...input }: ParsedInputOf<typeof subscriptions.apply>,
  canMail: boolean,
): Promise<{ id: string; taskIds: string[] }> {
  await holdPackage(db, input.packageId);
  const plan = await planSubscription(db, user, input);
  checkMayApply(user, plan.invoice.mode);
  const taskIds = await beginSubscription(db, user, plan, { id, predecessorId: null }, canMail);
  return { id, taskIds };
}

/** As `givePackage`, with the subscription as it is shown. */
export async function applyPackage(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof subscriptions.apply>,
  canMail: boolean,
): Promise<Subscription> {
  const { id } = await givePackage(db, user, input, canMail);
  return getSubscription(db, user, id);
}
