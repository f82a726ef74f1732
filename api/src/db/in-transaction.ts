import { PostgresDialect, Transaction } from 'kysely';
import type { ConnectionProvider } from 'kysely';
import type { Db } from './database.ts';
import type { DB } from './schema.ts';

// A transaction has its connection, and begins no other: these are asked for by Kysely's type alone.
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
});
const unasked = { config: { dialect }, dialect, driver: dialect.createDriver() };

/**
 * A transaction whose statements leave in the order in which they are asked for, none waiting for the answer to the one
 * before: what is asked for together is one journey to PostgreSQL (the pool pipelines). Ask only for reads together: of
 * two who write, one would go on when the other is refused.
 */
export const inTransaction = <T>(root: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  root.transaction().execute((one) => {
    const executor = one.getExecutor();
    return executor.provideConnection((connection) => {
      const atOnce: ConnectionProvider = { provideConnection: async (use) => use(connection) };
      return work(new Transaction<DB>({ ...unasked, executor: executor.withConnectionProvider(atOnce) }));
    });
  });
