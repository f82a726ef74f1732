import type { Minor } from '@daybook/contracts/money/money';
import { sql } from 'kysely';
import { hasFee } from '@daybook/contracts/tasks/tasks/billing-rules';
import type { BillingRule } from '@daybook/contracts/tasks/tasks/billing-rules';
import { refuseField } from '@daybook/contracts/refusals';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import type { CategoryTable } from './billing-rule.ts';

/** Refuses REFERENCE_UNKNOWN on `clientId` unless it is active and the caller may see it. */
export async function checkClient(db: Db, user: CurrentUser, clientId: string | null): Promise<void> {
  if (clientId === null) return;
  const client = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', clientId)
    .where('status', '=', 'active')
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
}

/** Refuses REFERENCE_UNKNOWN on `field` unless all are active staff. */
export async function checkStaff(db: Db, field: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const staff = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', 'in', ids)
    .where('userType', '<>', 'client')
    .where('status', '<>', 'deactivated')
    .execute();
  if (staff.length < new Set(ids).size) throw refuseField('REFERENCE_UNKNOWN', field);
}

interface Priced {
  billable: boolean;
  billingRule: BillingRule;
  fee: Minor | null;
  categoryId: string | null;
  serviceId: string | null;
  billingEntityId: string | null;
}

/**
 * The fee to store, or the limit of the hours. Without the right to money nobody can set it: the task keeps its fee while service and entity stay;
 * otherwise it takes the category’s, or else the service’s price. Refuses PERM_DENIED on `fee`, and PRICE_MISSING on
 * `serviceId`.
 */
export async function feeFor(
  db: Db,
  user: CurrentUser,
  wanted: Priced,
  task?: { id: string },
): Promise<Minor | null> {
  const isPriced = wanted.billable && hasFee(wanted.billingRule);
  if (seesMoney(user)) return isPriced ? wanted.fee : null;
  if (wanted.fee !== null) throw refuseField('PERM_DENIED', 'fee');
  const { categoryId, serviceId, billingEntityId } = wanted;
  if (!isPriced || serviceId === null || billingEntityId === null) return null;
  if (task) {
    const agreed = await db
      .selectFrom('task')
      .select('fee')
      .where('id', '=', task.id)
      .where('serviceId', '=', serviceId)
      .where('billingEntityId', '=', billingEntityId)
      .executeTakeFirst();
    if (agreed && agreed.fee !== null) return agreed.fee;
  }
  return usualFee(db, 'task_category', { categoryId, serviceId, billingEntityId });
}

/** The fee of a category of either kind, else the price of the service. Refuses PRICE_MISSING on `serviceId`. */
export async function usualFee(
  db: Db,
  table: CategoryTable,
  {
    categoryId,
    serviceId,
    billingEntityId,
  }: { categoryId: string | null; serviceId: string; billingEntityId: string },
): Promise<Minor> {
  const { rows } = await sql<{ fee: Minor | null }>`
    select category.fee from ${sql.table(table)} category join billing_entity entity on entity.base_currency = category.currency
    where category.id = ${categoryId} and category.service_id = ${serviceId} and entity.id = ${billingEntityId}`.execute(
    db,
  );
  return rows[0]?.fee ?? priceOf(db, serviceId, billingEntityId);
}

/** The price of a service in the currency of a billing entity. Refuses PRICE_MISSING on `serviceId`. */
async function priceOf(db: Db, serviceId: string, billingEntityId: string): Promise<Minor> {
  const service = await db
    .selectFrom('service')
    .innerJoin('billingEntity as entity', 'entity.baseCurrency', 'service.currency')
    .select('service.price')
    .where('service.id', '=', serviceId)
    .where('entity.id', '=', billingEntityId)
    .executeTakeFirst();
  if (!service || service.price === null)
    throw refuseField('INPUT_INVALID', 'serviceId', {}, 'PRICE_MISSING');
  return service.price;
}
