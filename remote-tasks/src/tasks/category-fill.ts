import type { InputOf } from '@daybook/contracts/endpoint';
import { PlainDate } from '@daybook/contracts/fields';
import type { LookupRow } from '@daybook/contracts/lookups';
import { CategoryStep } from '@daybook/contracts/settings/categories/category-fields';
import { BillingRule, hasFee } from '@daybook/contracts/tasks/tasks/billing-rules';
import type { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { addDays } from '@daybook/contracts/plain-date';
import { may } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';

type Values = Partial<InputOf<typeof tasks.create>>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The due date of a step is relative to the due date of the task. */
const stepsOf = (steps: readonly CategoryStep[], dueOn: string | undefined) =>
  steps.map(({ title, mandatory, role, offsetDays }) => ({
    title,
    mandatory,
    role,
    dueOn: offsetDays === null || dueOn === undefined ? null : addDays(dueOn, offsetDays),
  }));

/** The values that a category fills in. If it sets no due date, the typed one determines the dates of the steps. */
export function fillOf({ label, more }: LookupRow, now: Values, currency: string | null): Values {
  const startOn = PlainDate.safeParse(now.startOn).data ?? today();
  const typedDue = PlainDate.safeParse(now.dueOn).data;
  const sla = number(more['slaDays']);
  const fee = more['currency'] === currency && currency !== null ? number(more['fee']) : undefined;
  const billingRule = BillingRule.safeParse(more['billingRule']).data;
  const isByHours = billingRule !== undefined && !hasFee(billingRule);
  const dueOn = sla === undefined ? undefined : addDays(startOn, sla);
  const steps = CategoryStep.array().safeParse(more['checklist']).data ?? [];
  const all: Values = {
    title: text(more['title']) ?? label,
    serviceId: text(more['serviceId']),
    priority: number(more['priority']),
    description: text(more['description']),
    dueOn,
    estimateMin: number(more['estimateMin']),
    reviewRequired: more['reviewRequired'] === true ? true : undefined,
    billable: fee !== undefined || isByHours ? true : undefined,
    billingRule,
    fee: may(...moneyPermissions) && !isByHours ? fee : undefined,
    checklist: steps.length === 0 ? undefined : stepsOf(steps, dueOn ?? typedDue),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Values;
}
