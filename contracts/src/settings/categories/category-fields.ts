import { z } from 'zod';
import { Amount, MinorUnits, Reference, Uuid, Version, optionalText, requiredText } from '../../fields.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { BillingRule, usualBillingRule } from '../../tasks/tasks/billing-rules.ts';
import { stepRoles } from '../../tasks/tasks/task-checklist.ts';
import { Estimate } from '../../tasks/time/task-time.ts';

const OptionalId = Uuid.nullish().transform((value) => value ?? null);

/** A checklist step that every task of the category starts with. */
export const CategoryStep = z.strictObject({
  title: requiredText(200),
  mandatory: z.boolean().default(false),
  /** Days from the due date; negative is before. */
  offsetDays: z
    .int()
    .min(-366)
    .max(366)
    .nullish()
    .transform((value) => value ?? null),
  role: z
    .enum(stepRoles)
    .nullish()
    .transform((value) => value ?? null),
});
export type CategoryStep = z.infer<typeof CategoryStep>;

/** The checklist that a category or a series gives to each of its tasks. */
export const checklistField = z.array(CategoryStep).max(100).default([]);

/** The fields that a category gives to the tasks created from it, once or repeatedly. */
export const categoryFields = {
  name: requiredText(120),
  departmentId: OptionalId,
  /** The service that its tasks are billed as. */
  serviceId: OptionalId,
  /** Minor units of `currency`; both or neither. Without a fee the service's price applies. */
  fee: Amount.nullish().transform((value) => value ?? null),
  currency: CurrencyCode.nullish().transform((value) => value ?? null),
  billingRule: usualBillingRule,
  reviewRequired: z.boolean().default(false),
  estimateMin: Estimate,
  /** 1 is urgent, 4 is low. */
  priority: z.int().min(1).max(4).default(3),
  description: optionalText(10_000),
  checklist: checklistField,
};

export const categoryRow = {
  id: Uuid,
  version: Version,
  name: z.string(),
  department: Reference.nullable(),
  service: Reference.nullable(),
  fee: MinorUnits.nullable(),
  currency: z.string().nullable(),
  billingRule: BillingRule.nullable(),
  reviewRequired: z.boolean(),
  estimateMin: z.int().nullable(),
  priority: z.int(),
  active: z.boolean(),
};

/** Only in the opened record, not in lists. */
export const categoryDetails = {
  description: z.string().nullable(),
  checklist: z.array(CategoryStep),
};

export const categoryFilters = { active: z.stringbool(), departmentId: Uuid, serviceId: Uuid };
