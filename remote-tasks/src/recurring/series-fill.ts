import type { InputOf } from '@daybook/contracts/endpoint';
import type { LookupRow } from '@daybook/contracts/lookups';
import { RecurrenceRule } from '@daybook/contracts/recurrence/rule';
import { CategoryStep } from '@daybook/contracts/settings/categories/category-fields';
import { BillingRule, hasFee } from '@daybook/contracts/tasks/tasks/billing-rules';
import type { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { today } from '@daybook/shared/today';
import { blankRule } from '@daybook/shared/series/rule-fields';

export type SeriesValues = Partial<InputOf<typeof recurringTasks.create>>;

/** The initial values of a new form. */
export const blankTerms = (): SeriesValues => ({
  rule: { ...blankRule },
  startsOn: today(),
  ends: 'never',
  catchUp: 'all',
  assigneeRule: 'client_executive',
  assigneeIds: [],
  priority: 3,
  billingRule: 'fixed_fee',
  checklist: [],
});

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** All of a rule: a form keeps what the category chosen before had filled in, unless it is told otherwise. */
function ruleOf(given: unknown): RecurrenceRule | undefined {
  const rule = RecurrenceRule.safeParse(given).data;
  return rule && { ...rule, calendarYear: rule.calendarYear ?? false };
}

/** All terms of a category, including the empty ones. Its fee counts only in the currency of the billing entity. */
export function termsOfCategory({ label, more }: LookupRow, currency: string | null) {
  const fee = currency !== null && more['currency'] === currency ? number(more['fee']) : null;
  const billingRule = BillingRule.safeParse(more['billingRule']).data;
  const isByHours = billingRule !== undefined && !hasFee(billingRule);
  return {
    title: text(more['titleTemplate']) ?? label,
    rule: ruleOf(more['rule']),
    categoryVersion: number(more['version']),
    serviceId: text(more['serviceId']),
    priority: number(more['priority']) ?? 3,
    estimateMin: number(more['estimateMin']),
    reviewRequired: more['reviewRequired'] === true,
    description: text(more['description']),
    checklist: CategoryStep.array().safeParse(more['checklist']).data ?? [],
    ...(billingRule !== undefined && { billingRule }),
    ...(isByHours ? { billable: true } : fee !== null && { billable: true, fee }),
  } satisfies { [Name in keyof SeriesValues]: unknown };
}

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

/** The terms that a category fills in. Fields that are empty in the category stay unchanged. */
export const fillOf = (row: LookupRow, _now: SeriesValues, currency: string | null): SeriesValues =>
  Object.fromEntries(Object.entries(termsOfCategory(row, currency)).filter(([, value]) => isSaid(value)));

/** As `fillOf`, for many clients at once: whether the work is billed, but no fee, because each client has their own. */
export function fillOfMany(row: LookupRow, now: SeriesValues): SeriesValues {
  const { fee: _fee, ...fill } = fillOf(row, now, null);
  const isPriced = number(row.more['fee']) !== null || text(row.more['serviceId']) !== null;
  return { ...fill, ...(isPriced && { billable: true }) };
}
