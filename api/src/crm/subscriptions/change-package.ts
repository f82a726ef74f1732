import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { RecurringMode } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { commonFirstDay } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import { priceOnDay } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type { PriceFrom } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type {
  AppliedPackage,
  Subscription,
  SubscriptionPreview,
  subscriptions,
} from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';
import { checkMode } from '../../billing/recurring-invoices/recurring-modes.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { previewOf } from './apply-package.ts';
import { beginSubscription, checkMayBeginWork } from './begin-subscription.ts';
import { endLocked } from './end-subscription.ts';
import { lockSubscription, refuseBilled, refuseUnless } from './lock-subscription.ts';
import { planSubscription } from './plan-subscription.ts';
import type { Wanted } from './plan-subscription.ts';
import { agreedPricesOf, soldOf } from './price-subscription.ts';
import { holdPackage, soldPackage } from './sold-packages.ts';
import { getSubscription } from './subscriptions.queries.ts';

type Changed = Omit<ParsedInputOf<typeof subscriptions.previewChange>, 'id'>;

/** Prices that were agreed with the client, for a subscription that continues on the day. */
function agreedFrom(own: readonly PriceFrom[], day: string): PriceFrom[] {
  const then = priceOnDay(own, day);
  const later = own.filter(({ validFrom }) => validFrom > day);
  return then === null ? later : [{ validFrom: day, price: then }, ...later];
}

/**
 * Who does the recurring tasks of each category now. People who have left are left out, and so is a category of which nobody is
 * left: whoever the change names does its tasks.
 */
async function doersOf(db: Db, subscriptionId: string) {
  const { rows } = await sql<{
    categoryId: string;
    assigneeRule: AppliedPackage['assigneeRule'];
    assigneeIds: string[];
    reviewerId: string | null;
  }>`select task.category_id, task.assignee_rule,
      (select id from app_user where id = task.reviewer_id and status <> 'deactivated') as reviewer_id,
      array(select doer.user_id from recurring_task_assignee doer join app_user person on person.id = doer.user_id
        where doer.series_id = series.id and person.status <> 'deactivated' order by doer.no) as assignee_ids
    from series join recurring_task task on task.series_id = series.id
    where series.subscription_id = ${subscriptionId} and series.status in ('active', 'paused')`.execute(db);
  const present = rows.filter(
    ({ assigneeRule, assigneeIds }) => assigneeRule === 'client_executive' || assigneeIds.length > 0,
  );
  return new Map(present.map(({ categoryId, ...doers }) => [categoryId, doers]));
}

/** How its invoices are made: `draft` once the series has gone. */
async function modeOf(db: Db, subscriptionId: string): Promise<RecurringMode> {
  const own = await db
    .selectFrom('series')
    .innerJoin('recurringInvoice', 'recurringInvoice.seriesId', 'series.id')
    .select('recurringInvoice.mode')
    .where('series.subscriptionId', '=', subscriptionId)
    .executeTakeFirst();
  return (own?.mode ?? 'draft') as RecurringMode;
}

/**
 * What the client would have next: from the first day on or after `from` that begins a period of both. Refuses REFERENCE_UNKNOWN on
 * `packageId`, NOT_A_CHOICE on it for a package that is sold once, and on `from` if their periods never begin together.
 */
async function nextOf(db: Db, subscription: Subscription, changed: Changed) {
  const now = await soldOf(db, subscription);
  const next = await soldPackage(db, changed.packageId);
  if (next.version.cycle === 'once') throw refuseField('INPUT_INVALID', 'packageId', {}, 'NOT_A_CHOICE');
  const startsOn = commonFirstDay(
    { cycle: now.version.cycle, fyStart: now.fyStart },
    { cycle: next.version.cycle, fyStart: next.fyStart },
    changed.from,
  );
  if (startsOn === null) throw refuseField('INPUT_INVALID', 'from', {}, 'NOT_A_CHOICE');
  const isSamePackage = next.id === now.id;
  const wanted: Wanted = {
    ...changed,
    clientId: subscription.client.id,
    startsOn,
    // What was invoiced elsewhere is not invoiced here either.
    firstPeriod: subscription.firstPeriod > startsOn ? subscription.firstPeriod : null,
    billing: subscription.billing,
    mode: await modeOf(db, subscription.id),
    kept: {
      own:
        changed.price === null
          ? agreedFrom(await agreedPricesOf(db, subscription.id, { now, next }), startsOn)
          : [],
      doers: await doersOf(db, subscription.id),
      isSamePackage,
    },
  };
  return { wanted, startsOn, fyStart: now.fyStart };
}

function checkChangeable(subscription: Subscription, startsOn: string, billedThrough: string | null): void {
  refuseUnless(
    subscription.pausedOn === null && subscription.endedOn === null && subscription.cycle !== 'once',
    subscription,
    'changed',
  );
  if (startsOn <= subscription.startsOn) throw refuseField('INPUT_INVALID', 'from', {}, 'DATE_RANGE');
  if (billedThrough !== null && startsOn <= billedThrough)
    throw refuseBilled('from', addDays(billedThrough, 1));
}

/** Refuses as `nextOf`, `planSubscription` and `previewOf`, and as `changePackage` for its state and its days. */
export async function previewChange(
  db: Db,
  user: CurrentUser,
  { id, ...changed }: ParsedInputOf<typeof subscriptions.previewChange>,
  canMail: boolean,
): Promise<SubscriptionPreview> {
  const subscription = await getSubscription(db, user, id);
  const { wanted, startsOn } = await nextOf(db, subscription, changed);
  checkChangeable(subscription, startsOn, subscription.billedThrough);
  const plan = await planSubscription(db, user, wanted);
  const preview = await previewOf(db, user, plan, { formerEndsOn: addDays(startsOn, -1), canMail });
  return { ...preview, isMoved: startsOn !== changed.from };
}

/**
 * Ends a subscription and begins the next one on the day after, in one transaction. Refuses as `lockSubscription` and `nextOf`,
 * STATE_NOT_ALLOWED while it is paused or once its end is known, PERIOD_BILLED on `from`, PERM_DENIED on `mode`, and as
 * `beginSubscription`; for another package also as `checkMayBeginWork`. Returns the next subscription.
 */
export async function changePackage(
  db: Db,
  user: CurrentUser,
  { id, successorId = uuidv7(), ...changed }: ParsedInputOf<typeof subscriptions.change>,
  version: number,
  canMail: boolean,
): Promise<Subscription> {
  const locked = await lockSubscription(db, user, id, version);
  const { subscription, billedThrough } = locked;
  await holdPackage(db, changed.packageId);
  const { wanted, startsOn, fyStart } = await nextOf(db, subscription, changed);
  checkChangeable(subscription, startsOn, billedThrough);
  const plan = await planSubscription(db, user, wanted);
  // The next version of a package goes on with the work that there is; another package begins work of its own.
  if (wanted.kept?.isSamePackage) checkMode(user, plan.invoice.mode);
  else checkMayBeginWork(user, plan.invoice.mode);
  await endLocked(db, locked, { endedOn: addDays(startsOn, -1), fyStart, field: 'from' });
  await beginSubscription(db, user, plan, { id: successorId, predecessorId: id }, canMail);
  return getSubscription(db, user, successorId);
}
