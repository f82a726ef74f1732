import { sql } from 'kysely';
import { hasFee } from '@daybook/contracts/tasks/tasks/billing-rules';
import type { BillingRule } from '@daybook/contracts/tasks/tasks/billing-rules';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';

/** The table of the category that the work is of. */
export type CategoryTable = 'task_category' | 'recurring_task_category';

interface Work {
  categoryId: string | null;
  serviceId: string | null;
  clientId: string | null;
}

/** The first of category, service and client that has a default decides, as in the form; null if none has. */
async function usualRuleOf(
  db: Db,
  table: CategoryTable,
  { categoryId, serviceId, clientId }: Work,
): Promise<BillingRule | null> {
  const { rows } = await sql<{ rule: BillingRule | null }>`select coalesce(
    (select billing_rule from ${sql.table(table)} where id = ${categoryId}),
    (select billing_rule from service where id = ${serviceId}),
    (select billing_rule from client where id = ${clientId})) as rule`.execute(db);
  return rows[0]?.rule ?? null;
}

interface Wanted extends Work {
  billable: boolean;
  /** Null if the caller does not say. */
  billingRule: BillingRule | null;
  fee: Minor | null;
}

/**
 * What work is billed by: as the caller says, else as it was, else by the usual rule of category, service and client. A fee that is
 * given cannot be billed by the hour.
 */
export async function billingRuleFor(
  db: Db,
  table: CategoryTable,
  wanted: Wanted,
  present?: BillingRule,
): Promise<BillingRule> {
  if (wanted.billingRule !== null) return wanted.billingRule;
  if (!wanted.billable) return present ?? 'fixed_fee';
  const rule = present ?? (await usualRuleOf(db, table, wanted)) ?? 'fixed_fee';
  return wanted.fee !== null && !hasFee(rule) ? 'fixed_fee' : rule;
}
