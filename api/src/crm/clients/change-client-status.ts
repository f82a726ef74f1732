import { sql } from 'kysely';
import type { Client, clients } from '@daybook/contracts/crm/clients/clients';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { makersOf } from '../../start-series.ts';
import { billBeforeLeaving } from '../subscriptions/bill-before-pause.ts';
import { todayAt } from './client-today.queries.ts';
import { getClient } from './clients.queries.ts';

/**
 * Its series and subscriptions pause; the database does that. What the client subscribes to is invoiced up to today. Refuses NOT_FOUND,
 * VERSION_CONFLICT, STATE_NOT_ALLOWED, and a future day on `effectiveOn`.
 */
export async function deactivateClient(
  db: Db,
  user: CurrentUser,
  { id, reason, effectiveOn }: ParsedInputOf<typeof clients.deactivate>,
  version: number,
  { canMail, clock = null }: { canMail: boolean; clock?: Clock },
): Promise<Client> {
  const client = await lockAtVersion(db, 'client', id, version, () => getClient(db, user, id));
  if (client.status === 'inactive')
    throw new Refusal('STATE_NOT_ALLOWED', { from: 'inactive', to: 'inactive' });
  const today = await todayAt(db, client.defaultEntity.id);
  if (effectiveOn !== null && effectiveOn > today) {
    throw refuseField('INPUT_INVALID', 'effectiveOn', {}, 'DATE_IN_FUTURE');
  }
  await billBeforeLeaving(db, makersOf(canMail), id, clock);
  await db
    .updateTable('client')
    .set({ status: 'inactive', inactiveOn: effectiveOn ?? today, statusReason: reason, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getClient(db, user, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED. */
export async function reactivateClient(
  db: Db,
  user: CurrentUser,
  { id, reason }: ParsedInputOf<typeof clients.reactivate>,
  version: number,
): Promise<OutputOf<typeof clients.reactivate>> {
  const client = await lockAtVersion(db, 'client', id, version, () => getClient(db, user, id));
  if (client.status === 'active') throw new Refusal('STATE_NOT_ALLOWED', { from: 'active', to: 'active' });
  await db
    .updateTable('client')
    .set({ status: 'active', inactiveOn: null, statusReason: reason, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return { ...(await getClient(db, user, id)), restingSeries: await restingSeriesOf(db, id) };
}

/** The number of series that paused with the client, which a person can resume. */
async function restingSeriesOf(db: Db, clientId: string): Promise<{ tasks: number; invoices: number }> {
  return db
    .selectFrom('series')
    .select([
      sql<number>`count(*) filter (where kind = 'task')`.as('tasks'),
      sql<number>`count(*) filter (where kind = 'invoice')`.as('invoices'),
    ])
    .where('clientId', '=', clientId)
    .where('status', '=', 'paused')
    .where('pausedFor', '=', 'client')
    .executeTakeFirstOrThrow();
}
