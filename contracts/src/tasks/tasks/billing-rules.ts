import { z } from 'zod';

/** What billable work is billed by: a fee, the recorded hours, or the hours up to a limit. */
export const billingRules = ['fixed_fee', 'hours', 'hours_to_limit'] as const;
export const BillingRule = z.enum(billingRules);
export type BillingRule = z.infer<typeof BillingRule>;

/** What new tasks are billed by, in a category, a service or a client, or what one task is to be billed by; null if it does not say. */
export const usualBillingRule = BillingRule.nullish().transform((value) => value ?? null);

/** Whether the task has an amount: its fee, or the limit of its hours. */
export const hasFee = (rule: BillingRule): boolean => rule !== 'hours';
