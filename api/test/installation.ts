import { startPooler } from '@daybook/tooling/postgres/pooler';
import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import { newTestPlace } from '@daybook/tooling/postgres/test-place';
import { openDatabase } from '../src/db/database.ts';
import type { Database } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';

/** A PostgreSQL for one test, as durable as the real one, that can be killed: its supervisor restarts it. */
export interface Installation {
  urls: { app: string; owner: string };
  /** The test's own connections, as the application's role and as the owner. */
  app: Database;
  owner: Database;
  /** kill -9 of the database server. */
  killDatabase(): void;
  stop(): Promise<void>;
}

const silent = { warn: () => undefined };

export async function openInstallation(): Promise<Installation> {
  const postgres = await startPostgres({
    ...newTestPlace(),
    log: () => undefined,
  });
  const urls = { app: postgres.appUrl(), owner: postgres.ownerUrl() };
  const pooler = process.env['TEST_PGBOUNCER'] === '1' ? await startPooler(urls.app) : undefined;
  await migrate(urls.owner);
  const app = openDatabase(urls.app, silent, 4);
  const owner = openDatabase(urls.owner, silent, 4);
  return {
    urls,
    app,
    owner,
    killDatabase: () => void process.kill(postgres.pid(), 'SIGKILL'),
    async stop() {
      await Promise.all([app.close(), owner.close()]);
      await pooler?.stop();
      await postgres.remove();
    },
  };
}

/** Tries until it succeeds. The tests do not judge how long that takes, only that it ends. */
export async function eventually<T>(attempt: () => Promise<T>, withinMs = 60_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
