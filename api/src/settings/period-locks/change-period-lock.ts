import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { staffTypes } from '@daybook/contracts/permissions';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { PeriodLock, periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { entityOf, openPeriodLock } from './period-locks.queries.ts';

/** Refuses NOT_FOUND, a future date on `lockedUntil`, and REQUIRED on `reason` if the lock moves back without one. */
export async function movePeriodLock(
  db: Db,
  { id, lockedUntil, reason }: ParsedInputOf<typeof periodLocks.move>,
): Promise<PeriodLock> {
  const { today } = await entityOf(db, id);
  if (lockedUntil !== null && lockedUntil > today)
    throw refuseField('INPUT_INVALID', 'lockedUntil', {}, 'DATE_FUTURE');
  // A concurrent move of the lock waits here and then sees the result of this one.
  await sql`select from billing_entity where id = ${id} for update`.execute(db);
  const { rows } = await sql<{ before: string | null }>`select locked_until(${id}) as before`.execute(db);
  const before = rows[0]?.before ?? null;
  if (reason === null && before !== null && (lockedUntil ?? '') < before)
    throw refuseField('INPUT_INVALID', 'reason', {}, 'REQUIRED');
  await db.insertInto('periodLock').values({ id: uuidv7(), entityId: id, lockedUntil, reason }).execute();
  return openPeriodLock(db, id);
}

/** Refuses NOT_FOUND, a person who is not active staff on `userId`, and a past day on `until`. */
export async function exceptFromPeriodLock(
  db: Db,
  { id, exceptionId = uuidv7(), userId, until, reason }: ParsedInputOf<typeof periodLocks.except>,
): Promise<PeriodLock> {
  const { today } = await entityOf(db, id);
  if (until < today) throw refuseField('INPUT_INVALID', 'until', { earliest: today }, 'DATE_TOO_EARLY');
  const person = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('userType', 'in', staffTypes)
    .executeTakeFirst();
  if (!person) throw refuseField('REFERENCE_UNKNOWN', 'userId');
  await db
    .insertInto('periodLockException')
    .values({ id: exceptionId, entityId: id, userId, until, reason })
    .execute();
  return openPeriodLock(db, id);
}

/** Refuses NOT_FOUND, and STATE_NOT_ALLOWED if it has already been withdrawn. */
export async function withdrawException(
  db: Db,
  user: CurrentUser,
  { id, exceptionId }: ParsedInputOf<typeof periodLocks.withdraw>,
): Promise<PeriodLock> {
  const exception = await db
    .selectFrom('periodLockException')
    .select('withdrawnAt')
    .where('id', '=', exceptionId)
    .where('entityId', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!exception) throw new Refusal('NOT_FOUND');
  if (exception.withdrawnAt !== null)
    throw new Refusal('STATE_NOT_ALLOWED', { from: 'withdrawn', to: 'withdrawn' });
  await db
    .updateTable('periodLockException')
    .set({ withdrawnAt: sql<string>`now()`, withdrawnBy: user.id })
    .where('id', '=', exceptionId)
    .execute();
  return openPeriodLock(db, id);
}
