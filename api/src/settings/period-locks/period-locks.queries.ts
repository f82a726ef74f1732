import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { PeriodLock } from '@daybook/contracts/settings/period-locks/period-locks';
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
export async function entityOf(db: Db, id: string) {
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
