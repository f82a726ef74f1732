import { sql } from 'kysely';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { makeJob } from '../../jobs/request-job.ts';
import { inScope } from '../../scope.ts';
import { getPriceRise } from './price-rises.queries.ts';

const now = sql<string>`clock_timestamp()`;

/** The series of the prices that are not left out and were not undone, in the order of the plan and within the caller's scope. */
const seriesOf = (db: Db, user: CurrentUser, riseId: string) =>
  db
    .selectFrom('priceRiseItem as item')
    .innerJoin('series', 'series.id', 'item.seriesId')
    .select(['item.seriesId', sql<number>`min(item.no)`.as('no')])
    .where('item.riseId', '=', riseId)
    .where('item.leftOut', 'is', null)
    .where('item.undoneAt', 'is', null)
    .where(inScope.client(user, sql.ref('series.clientId')))
    .groupBy('item.seriesId')
    .orderBy('no')
    .execute();

const lockRise = (db: Db, user: CurrentUser, id: string, version: number) =>
  lockAtVersion(db, 'priceRise', id, version, () => getPriceRise(db, user, id, false));

/**
 * Starts the job that writes the plan. Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED unless it is a plan, and REQUIRED on
 * `id` if it raises nothing.
 */
export async function applyRise(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<{ id: string }> {
  const { status } = await lockRise(db, user, id, version);
  if (status !== 'draft') throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'applied' });
  const series = await seriesOf(db, user, id);
  if (series.length === 0) throw refuseField('INPUT_INVALID', 'id', {}, 'REQUIRED');
  await db
    .updateTable('priceRise')
    .set({ appliedAt: now, appliedBy: user.id, ...nextVersion })
    .where('id', '=', id)
    .execute();
  const wanted = series.map(({ seriesId }) => ({ subject: seriesId, payload: { rise: id } }));
  return makeJob(db, user, 'price_rise', wanted, id);
}

/**
 * Starts the job that undoes what was raised. What the rise has not raised yet, it will not raise. Refuses NOT_FOUND,
 * VERSION_CONFLICT, and STATE_NOT_ALLOWED for a plan, and if nothing stands.
 */
export async function undoRise(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<{ id: string }> {
  const { status, done, waiting } = await lockRise(db, user, id, version);
  if (status === 'draft' || done + waiting === 0)
    throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'undone' });
  await db
    .updateTable('priceRise')
    .set({ undoneAt: now, undoneBy: user.id, ...nextVersion })
    .where('id', '=', id)
    .execute();
  // Those that wait now may have been raised when the job comes to them, or else are passed over.
  const series = await seriesOf(db, user, id);
  const wanted = series.map(({ seriesId }) => ({ subject: seriesId, payload: { rise: id } }));
  return makeJob(db, user, 'price_rise_undo', wanted, id);
}

/** Deletes a plan. Refuses NOT_FOUND, VERSION_CONFLICT, and STATE_NOT_ALLOWED once it is applied. */
export async function removeRise(db: Db, user: CurrentUser, id: string, version: number): Promise<void> {
  const { status } = await lockRise(db, user, id, version);
  if (status !== 'draft') throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'removed' });
  await db.deleteFrom('priceRise').where('id', '=', id).execute();
}
