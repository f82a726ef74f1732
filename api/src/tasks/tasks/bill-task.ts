import { sql } from 'kysely';
import type { Minor } from '@daybook/contracts/money/money';
import { makePendingItem, withdrawPendingItem } from '../../billing/pending/pending-items.ts';
import { proposeHours, withdrawProposal } from '../../billing/pending/propose-hours.ts';
import type { Db } from '../../db/database.ts';

/**
 * Makes a finished task a pending item, at the agreed fee or of the hours that are not billed yet; nothing for a client whose work is
 * not billable. A pending item that was written off opens again if the work was done `anew`; if the task only came back from the
 * bin, it stays written off.
 */
export async function billTask(db: Db, taskId: string, anew: boolean): Promise<void> {
  const task = await db
    .selectFrom('task')
    .innerJoin('service', 'service.id', 'task.serviceId')
    .innerJoin('billingEntity as entity', 'entity.id', 'task.billingEntityId')
    .innerJoin('client', 'client.id', 'task.clientId')
    .where('task.id', '=', taskId)
    .where('task.billable', '=', true)
    .where('task.billingRule', '=', 'fixed_fee')
    .where('client.billable', '=', true)
    .select([
      sql<string>`task.client_id`.as('clientId'),
      'entity.id as entityId',
      'entity.baseCurrency as currency',
      'task.id as sourceId',
      'task.serviceId',
      'task.title as description',
      sql<Minor>`task.fee`.as('amount'),
      'service.taxCodeId',
      sql<string>`(now() at time zone entity.timezone)::date`.as('readyOn'),
    ])
    .executeTakeFirst();
  if (task) await makePendingItem(db, { source: 'task', ...task }, anew);
  await proposeHours(db, taskId, { atCompletion: true });
}

/** Takes back what the completion of a task made pending, as far as it is not billed. Refuses ALREADY_INVOICED for a fee. */
export async function unbillTask(db: Db, taskId: string): Promise<void> {
  await withdrawPendingItem(db, 'task', taskId);
  await withdrawProposal(db, taskId);
}
