import { waitsForLock } from './waits-for-lock.ts';
import type { TestApi } from './test-api.ts';

/** Chosen by chance: the lock that stands between the beginning of a statement and its end. */
const lockKey = 5_520_417;

/**
 * Runs a look for due work whose statement begins before something else is done, and ends after it. Each such statement asks
 * whether its kind of work is held, and is kept waiting there.
 */
export async function begunBefore<T>(
  { ownerPool }: TestApi,
  look: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const own = await ownerPool.connect();
  const { rows } = await own.query<{ was: string }>(
    `select pg_get_functiondef('is_held(text)'::regprocedure) as was`,
  );
  await own.query(`create or replace function is_held(kind text) returns boolean language plpgsql stable as
    $$ begin perform pg_advisory_xact_lock_shared(${lockKey}); return false; end $$`);
  await own.query('select pg_advisory_lock($1)', [lockKey]);
  try {
    const looking = look();
    while ((await own.query(waitsForLock)).rowCount === 0);
    await meanwhile();
    await own.query('select pg_advisory_unlock($1)', [lockKey]);
    return await looking;
  } finally {
    await own.query('select pg_advisory_unlock_all()');
    await own.query(rows[0]?.was ?? '');
    own.release();
  }
}
