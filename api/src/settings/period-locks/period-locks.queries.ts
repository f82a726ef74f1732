import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { staffTypes } from '@daybook/contracts/permissions';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { PeriodLock, periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';

const mostShown = 100;
const mostEntities = 200;

const lockOf = (entityId: string) => sql<string | null>`locked_until(${sql.ref(entityId)})`;

export const listPeriodLocks = async (db: Db) => {
  const rows = await db
    .selectFrom('billingEntity')
    .select(['id', 'name as label', lockOf('billing_entity.id').as('lockedUntil')])
    .where('active', '=', true)
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(mostEntities)
    .execute();
  return rows.map(({ lockedUntil, ...entity }) => ({ entity, lockedUntil }));
};

/** Refuses NOT_FOUND. */
async function entityOf(db: Db, id: string) {
  const entity = await db
    .selectFrom('billingEntity')
    .select(['id', 'name as label', sql<string>`(now() at time zone timezone)::date`.as('today')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  return entity;
}

/** Refuses NOT_FOUND. */
export async function openPeriodLock(db: Db, id: string): Promise<PeriodLock> {
  const { today, ...entity } = await entityOf(db, id);
  const history = await db
    .selectFrom('periodLock')
    .leftJoin('appUser', 'appUser.id', 'periodLock.createdBy')
    .select([
      'periodLock.id',
      'periodLock.lockedUntil',
      'periodLock.reason',
      'periodLock.createdAt as at',
      'appUser.name as by',
    ])
    .where('entityId', '=', id)
    .orderBy('seq', 'desc')
    .limit(mostShown)
    .execute();
  const exceptions = await db
    .selectFrom('periodLockException as exception')
    .innerJoin('appUser', 'appUser.id', 'exception.userId')
    .leftJoin('appUser as giver', 'giver.id', 'exception.createdBy')
    .select([
      'exception.id',
      'appUser.id as userId',
      'appUser.name',
      'exception.until',
      'exception.reason',
      'exception.createdAt as at',
      'giver.name as by',
      'exception.withdrawnAt',
    ])
    .where('exception.entityId', '=', id)
    .orderBy('exception.createdAt', 'desc')
    .orderBy('exception.id', 'desc')
    .limit(mostShown)
    .execute();
  return {
    entity,
    lockedUntil: history[0]?.lockedUntil ?? null,
    history,
    exceptions: exceptions.map(({ userId, name, withdrawnAt, ...exception }) => ({
      ...exception,
      user: { id: userId, label: name },
      isInForce: withdrawnAt === null && exception.until >= today,
    })),
  };
}

/** Refuses NOT_FOUND, a day to come on `lockedUntil`, and on `reason` to take a lock back without one. */
export async function movePeriodLock(
  db: Db,
  { id, lockedUntil, reason }: ParsedInputOf<typeof periodLocks.move>,
): Promise<PeriodLock> {
  const { today } = await entityOf(db, id);
  if (lockedUntil !== null && lockedUntil > today)
    throw refuseField('INPUT_INVALID', 'lockedUntil', {}, 'DATE_FUTURE');
  // Another person who moves the lock at the same time waits here, and then sees it as it is.
  await sql`select from billing_entity where id = ${id} for update`.execute(db);
  const { rows } = await sql<{ before: string | null }>`select locked_until(${id}) as before`.execute(db);
  const before = rows[0]?.before ?? null;
  if (reason === null && before !== null && (lockedUntil ?? '') < before)
    throw refuseField('INPUT_INVALID', 'reason', {}, 'REQUIRED');
  await db.insertInto('periodLock').values({ id: uuidv7(), entityId: id, lockedUntil, reason }).execute();
  return openPeriodLock(db, id);
}

/** Refuses NOT_FOUND, someone who does not work here on `userId`, and a day that is over on `until`. */
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

/** Refuses NOT_FOUND, and STATE_NOT_ALLOWED what was withdrawn before. */
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
