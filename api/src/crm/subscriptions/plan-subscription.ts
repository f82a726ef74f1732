import type { RecurringFields } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import {
  firstDayFrom,
  invoiceDaysOf,
  periodAt,
} from '@daybook/contracts/crm/subscriptions/subscription-periods';
import { pricesOf, spreadPrices } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type { PriceFrom } from '@daybook/contracts/crm/subscriptions/subscription-prices';
import type { AppliedPackage } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { addDays } from '@daybook/contracts/plain-date';
import { yearStartOf } from '@daybook/contracts/recurrence/period';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { invoiceFacts } from '../../billing/documents/invoice-basis.ts';
import { shiftedDate } from '../../tasks/tasks/tasks.rules.ts';
import type { SeriesInput } from '../../tasks/recurring-tasks/recurring-task.rules.ts';
import {
  soldPackage,
  soldRecurringTasks,
  soldServices,
  soldTasks,
  subscribingClient,
} from './sold-packages.ts';
import type { SoldPackage, SubscribingClient } from './sold-packages.ts';
import { taskDaysOf } from './task-days.rules.ts';

/** Who does the recurring tasks of a category. */
type Doers = Pick<SeriesInput, 'assigneeRule' | 'assigneeIds' | 'reviewerId'>;

export interface Wanted extends AppliedPackage {
  clientId: string;
  /** What a client who changes keeps: the prices agreed so far, and the people at each category of recurring tasks. */
  kept?: { own: readonly PriceFrom[]; doers: ReadonlyMap<string, Doers>; isSamePackage: boolean };
}

interface PlannedTask {
  category: { id: string; label: string };
  fields: SeriesInput;
}

/** All that a subscription begins with. The preview shows it, and `begin` stores it. */
export interface Plan {
  clientId: string;
  sold: SoldPackage;
  startsOn: string;
  isMoved: boolean;
  billedFrom: string;
  endedOn: string | null;
  billing: AppliedPackage['billing'];
  discountPct: string | null;
  own: PriceFrom[];
  prices: PriceFrom[];
  invoice: RecurringFields;
  recurringTasks: PlannedTask[];
  tasks: Awaited<ReturnType<typeof plannedTasks>>;
}

/**
 * Refuses NOT_SOLD_THEN on `startsOn` outside the days on which new clients can begin, and DATE_ORDER or DATE_RANGE on
 * `firstPeriod` outside the subscription.
 */
export function daysOf(
  sold: Pick<SoldPackage, 'fyStart' | 'validFrom' | 'validTo'> & {
    version: Pick<SoldPackage['version'], 'cycle'>;
  },
  { startsOn: wanted, firstPeriod, kept }: Pick<Wanted, 'startsOn' | 'firstPeriod' | 'kept'>,
) {
  const cycle = { cycle: sold.version.cycle, fyStart: sold.fyStart };
  const startsOn = firstDayFrom(cycle, wanted);
  const isSold = startsOn >= (sold.validFrom ?? startsOn) && startsOn <= (sold.validTo ?? startsOn);
  if (!isSold && !kept?.isSamePackage) throw refuseField('INPUT_INVALID', 'startsOn', {}, 'NOT_SOLD_THEN');
  const billedFrom = firstPeriod === null ? startsOn : firstDayFrom(cycle, firstPeriod);
  if (billedFrom < startsOn) throw refuseField('INPUT_INVALID', 'firstPeriod', {}, 'DATE_ORDER');
  const endedOn = sold.version.cycle === 'once' ? periodAt(cycle, startsOn).to : null;
  if (endedOn !== null && billedFrom > endedOn)
    throw refuseField('INPUT_INVALID', 'firstPeriod', {}, 'DATE_RANGE');
  return { cycle, startsOn, isMoved: startsOn !== wanted, billedFrom, endedOn };
}

type Days = ReturnType<typeof daysOf>;

/** The lines of the invoices of a subscription at these prices. */
export async function linesOf(
  db: Db,
  { version }: SoldPackage,
  prices: readonly PriceFrom[],
  taxes: { taxCodes: readonly { id: string }[]; usualTaxCodeId: string | null },
): Promise<RecurringFields['lines']> {
  const services = await soldServices(db, version);
  const spread = spreadPrices(version.services, prices, version.currency);
  return version.services.map(({ service }, index) => {
    const own = services.get(service.id);
    const line = spread[index];
    if (!own || !line) throw new Error('a service of a package is missing');
    const isApplied = taxes.taxCodes.some(({ id }) => id === own.taxCodeId);
    return {
      description: version.cycle === 'once' ? service.label : `${service.label} {period}`,
      serviceId: service.id,
      sacHsn: own.sacHsn,
      unit: own.unit,
      discountPct: null,
      taxCodeId: isApplied ? own.taxCodeId : (taxes.usualTaxCodeId ?? own.taxCodeId),
      upliftPct: '0',
      ...line,
    };
  });
}

async function plannedInvoices(
  db: Db,
  user: CurrentUser,
  wanted: Wanted,
  {
    sold,
    client,
    days,
    prices,
  }: { sold: SoldPackage; client: SubscribingClient; days: Days; prices: PriceFrom[] },
): Promise<RecurringFields> {
  const facts = await invoiceFacts(db, user, {
    clientId: wanted.clientId,
    entityId: sold.entityId,
    issueDate: sold.today,
  });
  const { rrule, periodOffset, startsOn, endsOn } = invoiceDaysOf({
    ...days.cycle,
    billedFrom: days.billedFrom,
    endedOn: days.endedOn,
    billing: wanted.billing,
  });
  const withholds = sold.version.currency === client.currency && facts.withholdingCodeId !== null;
  return {
    clientId: wanted.clientId,
    title: sold.name,
    rule: { rrule, periodOffset, shift: 'none', calendarId: null, leadDays: 0 },
    startsOn,
    ends: endsOn === null ? 'never' : 'until',
    endsOn,
    endsAfter: null,
    zone: null,
    entityId: sold.entityId,
    mode: wanted.mode,
    currency: sold.version.currency,
    docLocale: facts.docLocale,
    paymentTermsDays: null,
    placeOfSupply: null,
    reverseCharge: false,
    poNo: null,
    pricesIncludeTax: false,
    discountPct: wanted.discountPct,
    withholdingCodeId: withholds ? facts.withholdingCodeId : null,
    withholdingRate: withholds ? facts.withholdingRate : null,
    terms: facts.terms,
    notes: null,
    lines: await linesOf(db, sold, prices, facts),
    // Each period is invoiced, whether the server ran on its day or not.
    catchUp: 'all',
  };
}

async function plannedRecurringTasks(
  db: Db,
  wanted: Wanted,
  { sold, client, days }: { sold: SoldPackage; client: SubscribingClient; days: Days },
): Promise<PlannedTask[]> {
  const categories = await soldRecurringTasks(db, sold.version);
  return categories.flatMap((category) => {
    const span = taskDaysOf(category.rule, {
      startsOn: days.startsOn,
      endedOn: days.endedOn,
      fyStart: yearStartOf(category.rule, client.fyStart),
    });
    if (span === null) return [];
    const doers = wanted.kept?.doers.get(category.id) ?? {
      assigneeRule: wanted.assigneeRule,
      assigneeIds: wanted.assigneeIds,
      reviewerId: null,
    };
    const fields: SeriesInput = {
      clientId: wanted.clientId,
      title: category.titleTemplate,
      rule: category.rule,
      startsOn: span.first,
      ends: span.last === null ? 'never' : 'until',
      endsOn: span.last,
      endsAfter: null,
      zone: null,
      categoryId: category.id,
      categoryVersion: category.version,
      ...doers,
      reviewRequired: category.reviewRequired,
      targetDays: null,
      priority: category.priority,
      estimateMin: category.estimateMin,
      serviceId: category.serviceId,
      // The price of the package pays for it.
      billable: false,
      billingRule: 'fixed_fee',
      fee: null,
      billingEntityId: sold.entityId,
      description: category.description,
      checklist: category.checklist,
      catchUp: 'all',
    };
    return [{ category: { id: category.id, label: category.name }, fields }];
  });
}

/** Who does the task that is done once: those who would do a recurring one. If people take turns, each task is the next one's. */
function doersOfTask(
  { assigneeRule, assigneeIds }: Wanted,
  { executiveIds }: SubscribingClient,
  index: number,
): string[] {
  if (assigneeRule === 'client_executive') return executiveIds;
  const turn = assigneeIds[index % assigneeIds.length];
  return assigneeRule === 'round_robin' && turn !== undefined ? [turn] : assigneeIds;
}

async function plannedTasks(
  db: Db,
  wanted: Wanted,
  { sold, client, days: { startsOn } }: { sold: SoldPackage; client: SubscribingClient; days: Days },
) {
  // Who stays with a package begins nothing anew.
  if (wanted.kept?.isSamePackage) return [];
  return (await soldTasks(db, sold.version)).map((category, index) => {
    const startOn = addDays(startsOn, category.offsetDays);
    const dueOn = shiftedDate(startOn, category.slaDays ?? 0) ?? startOn;
    return {
      category: { id: category.id, label: category.name },
      title: category.title ?? category.name,
      startOn,
      dueOn,
      assigneeIds: doersOfTask(wanted, client, index),
      serviceId: category.serviceId,
      reviewRequired: category.reviewRequired,
      priority: category.priority,
      description: category.description,
      estimateMin: category.estimateMin,
      checklist: category.checklist.map(({ offsetDays, ...step }) => ({
        ...step,
        dueOn: offsetDays === null ? null : shiftedDate(dueOn, offsetDays),
      })),
    };
  });
}

/**
 * What a package would bring a client. Refuses REFERENCE_UNKNOWN on a client who is inactive or outside the scope and on a package
 * that is not sold, as `daysOf`, and as `invoiceFacts`.
 */
export async function planSubscription(db: Db, user: CurrentUser, wanted: Wanted): Promise<Plan> {
  const client = await subscribingClient(db, user, wanted.clientId);
  const sold = await soldPackage(db, wanted.packageId);
  if (!sold.active && !wanted.kept?.isSamePackage) throw refuseField('REFERENCE_UNKNOWN', 'packageId');
  const days = daysOf(sold, wanted);
  const own = [
    ...(wanted.kept?.own ?? []),
    ...(wanted.price === null ? [] : [{ validFrom: days.startsOn, price: wanted.price }]),
  ];
  const prices = pricesOf(sold.version, days.startsOn, own);
  return {
    clientId: wanted.clientId,
    sold,
    startsOn: days.startsOn,
    isMoved: days.isMoved,
    billedFrom: days.billedFrom,
    endedOn: days.endedOn,
    billing: wanted.billing,
    discountPct: wanted.discountPct,
    own,
    prices,
    invoice: await plannedInvoices(db, user, wanted, { sold, client, days, prices }),
    recurringTasks: await plannedRecurringTasks(db, wanted, { sold, client, days }),
    tasks: await plannedTasks(db, wanted, { sold, client, days }),
  };
}
