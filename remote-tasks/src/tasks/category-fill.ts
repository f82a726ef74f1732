import type { InputOf } from '@daybook/contracts/endpoint';
import type { LookupRow } from '@daybook/contracts/lookups';
import { CategoryStep } from '@daybook/contracts/settings/category-fields';
import type { tasks } from '@daybook/contracts/tasks/tasks';
import { addDays } from '@daybook/contracts/plain-date';

type Values = Partial<InputOf<typeof tasks.create>>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

interface Around {
  startOn: string;
  /** Where the category does not say when it is due. */
  typedDue: string | undefined;
  /** Of who bills it; null while that is not known. */
  currency: string | null;
  seesFees: boolean;
}

/** A step's day is told from the day on which the task is due. */
const stepsOf = (steps: readonly CategoryStep[], dueOn: string | undefined) =>
  steps.map(({ title, mandatory, role, offsetDays }) => ({
    title,
    mandatory,
    role,
    dueOn: offsetDays === null || dueOn === undefined ? null : addDays(dueOn, offsetDays),
  }));

/** What a task of a category begins with. */
export function fillOf(
  { label, more }: LookupRow,
  { startOn, typedDue, currency, seesFees }: Around,
): Values {
  const sla = number(more['slaDays']);
  const fee = more['currency'] === currency && currency !== null ? number(more['fee']) : undefined;
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
    billable: fee === undefined ? undefined : true,
    fee: seesFees ? fee : undefined,
    checklist: steps.length === 0 ? undefined : stepsOf(steps, dueOn ?? typedDue),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Values;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields that a person gave another value, which is neither what was there at first nor what was filled in before. */
export const typedOver = (fill: Values, now: Values, known: readonly Values[]): (keyof Values)[] =>
  (Object.keys(fill) as (keyof Values)[]).filter(
    (name) =>
      !isEmpty(now[name]) &&
      !isSame(now[name], fill[name]) &&
      !known.some((values) => isSame(values[name], now[name])),
  );
