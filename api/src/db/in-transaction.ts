import { PostgresDialect, Transaction } from 'kysely';
import type { ConnectionProvider } from 'kysely';
import type { Db } from './database.ts';
import type { DB } from './schema.ts';

// Only Kysely's type requires these: a transaction has its connection and opens no other.
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
});
export const unasked = { config: { dialect }, dialect, driver: dialect.createDriver() };

/**
 * A transaction whose statements leave in the order in which they are started, without waiting for the previous answer.
 * Statements that are started together are one round trip, because the pool pipelines. Start only reads together: of two
 * writes, one would be carried out although the other is refused.
 */
export const inTransaction = <T>(root: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  root.transaction().execute((one) => {
    const executor = one.getExecutor();
    return executor.provideConnection((connection) => {
      const atOnce: ConnectionProvider = { provideConnection: async (use) => use(connection) };
      return work(new Transaction<DB>({ ...unasked, executor: executor.withConnectionProvider(atOnce) }));
    });
  });
