import { Kysely } from 'kysely';
import type { ConnectionProvider } from 'kysely';
import type { Db } from './database.ts';
import { unasked } from './in-transaction.ts';
import { isForPrimary } from './reports.ts';
import type { DB } from './schema.ts';

/**
 * The replica for an answer that is sent while it is being read, such as an export, and so cannot be read again. The first statement that
 * fails there is repeated at the primary, which then also gets all further ones.
 */
export function elsePrimary(replica: Db, primary: Db): Db {
  const executor = replica.getExecutor();
  let hasMoved = false;
  const connections: ConnectionProvider = {
    async provideConnection(use) {
      if (hasMoved) return primary.getExecutor().provideConnection(use);
      try {
        return await executor.provideConnection(use);
      } catch (error) {
        if (!isForPrimary(error as Error)) throw error;
        hasMoved = true;
        return primary.getExecutor().provideConnection(use);
      }
    },
  };
  return new Kysely<DB>({ ...unasked, executor: executor.withConnectionProvider(connections) });
}
