import { existsSync } from 'node:fs';
import pg from 'pg';
import { openSession } from '@daybook/api/auth/sessions';
import { openDatabase } from '@daybook/api/db/database';
import { migrate } from '@daybook/api/db/migrate';
import { permissions } from '@daybook/contracts/permissions';
import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import { address, startServer } from './demo-installation.ts';

export interface Viewer {
  name: string;
  id: string;
  token: string;
}

export interface FilledInstallation {
  url: string;
  appUrl: string;
  owner: pg.Client;
  /**
   * Four people with all permissions: one who sees everything, a relationship manager with one client in thirty, the manager of a
   * department with one client in four, and an executive with one client in sixty.
   */
  viewers: Viewer[];
  /** The server's resident memory in kilobytes, now and at its peak. */
  memory(): { now: number; most: number };
  close(): Promise<void>;
}

/** Serves the firm that `pnpm bench:fill` created, with the usual settings. */
export async function openFilledInstallation(folder: string): Promise<FilledInstallation> {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist: create it by pnpm bench:fill`);
  const postgres = await startPostgres({ dataDir: folder });
  await migrate(postgres.ownerUrl());
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  await owner.connect();
  await owner.query('analyze');
  const server = await startServer(postgres, undefined, [address]);
  const viewers: Viewer[] = [];
  const database = openDatabase(postgres.appUrl(), console, 1);
  for (const [name, who] of [
    ['all', `user_type = 'super_admin'`],
    ['own', `id = (select id from app_user where user_type = 'crm' order by id offset 4 limit 1)`],
    ['department', `id = (select id from app_user where user_type = 'manager' order by id offset 4 limit 1)`],
    [
      'executive',
      `id = (select id from app_user where user_type = 'executive' order by id offset 4 limit 1)`,
    ],
  ] as const) {
    const { rows } = await owner.query<{ id: string }>(`select id from app_user where ${who}`);
    const id = rows[0]?.id ?? '';
    await owner.query(
      'insert into user_grant (user_id, key) select $1, unnest($2::text[]) on conflict do nothing',
      [id, permissions],
    );
    viewers.push({ name, id, token: await openSession(database.db, id, 'bench') });
  }
  await database.close();
  return {
    url: address.exec(server.said)?.[1] ?? '',
    appUrl: postgres.appUrl(),
    owner,
    viewers,
    memory: () => server.memory(),
    close: async () => {
      await server.stop();
      await owner.end();
      await postgres.stop();
    },
  };
}
