import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { session } from '@daybook/contracts/auth/session';
import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import { inWorkspace } from '@daybook/tooling/workspace';
import { apiClient } from '../house/api-client.ts';

export interface DemoHouse {
  url: string;
  /** The database, as the server sees it. */
  appUrl: string;
  /** Of the super admin. */
  token: string;
  close(): Promise<void>;
}

const ready = /super_admin\s+(\S+)\s+(\S+)/;
const address = /answers on (http:\S+)/;

/** What the planner goes by; left alone, PostgreSQL would look at the new rows within some minutes. */
async function analyse(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
}

/** What `npm start -- --demo` starts, with a database of its own and as safe as a real one: fsync stays on. */
export async function openDemoHouse(siteDir: string): Promise<DemoHouse> {
  const postgres = await startPostgres({ dataDir: mkdtempSync(join(tmpdir(), 'daybook-bench-')) });
  const child = spawn(process.execPath, [inWorkspace('api', 'src', 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: postgres.appUrl(),
      DATABASE_OWNER_URL: postgres.ownerUrl(),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      DAYBOOK_DEMO: '1',
      PORT: '0',
      LOG_LEVEL: 'error',
      SITE_DIR: siteDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const close = async () => {
    child.kill('SIGTERM');
    await exited;
    await postgres.remove();
  };
  let written = '';
  const started = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      written += part.toString();
      process.stdout.write(ready.test(written) ? '' : part);
      if (ready.test(written) && address.test(written)) resolve();
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  try {
    await started;
    await analyse(postgres.ownerUrl());
    const [url, email, password] = [address.exec(written)?.[1], ...(ready.exec(written)?.slice(1) ?? [])];
    if (!url || !email || !password) throw new Error(`no sign-ins in: ${written}`);
    const { token } = await apiClient(url, '')(session.login, { email, password });
    return { url, appUrl: postgres.appUrl(), token, close };
  } catch (error) {
    await close();
    throw error;
  }
}
