import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { session } from '@daybook/contracts/auth/session';
import { startPostgres, type Postgres } from '@daybook/tooling/postgres/start-postgres';
import { memoryLimits } from '@daybook/tooling/start/memory-limits';
import { workspaceRoot } from '@daybook/tooling/workspace';
import { apiClient } from '../installation/api-client.ts';

export interface DemoInstallation {
  url: string;
  /** The connection string of the application's role. */
  appUrl: string;
  /** The session token of the super admin. */
  token: string;
  /** Signs in the person of another type. */
  tokenOf(userType: string): Promise<string>;
  /** Resident memory of the server in kilobytes, now and at its peak. */
  memory(): { now: number; most: number };
  /** Starts another server over the same data, with another site, and returns its URL. */
  serve(siteDir: string): Promise<string>;
  close(): Promise<void>;
}

const signInOf = (userType: string) => new RegExp(`^\\s*${userType}\\s+(\\S+)\\s+(\\S+)`, 'm');
const superAdmin = signInOf('super_admin');
export const address = /answers on (http:\S+)/;

/** Gathers the planner's statistics; PostgreSQL itself would do so only some minutes later. */
async function analyse(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
}

interface Server {
  /** Its output until it was ready. */
  said: string;
  /** Resident memory in kilobytes, now and at its peak. */
  memory(): { now: number; most: number };
  stop(): Promise<void>;
}

/** Starts a server in a process of its own, and waits until its output matches all of `ready`. */
export async function startServer(
  postgres: Postgres,
  siteDir: string | undefined,
  ready: readonly RegExp[],
  more: NodeJS.ProcessEnv = {},
  program: 'main' | 'worker' = 'main',
  workspace = workspaceRoot,
): Promise<Server> {
  const child = spawn(process.execPath, [...memoryLimits, join(workspace, 'api', 'src', `${program}.ts`)], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: postgres.appUrl(),
      DATABASE_OWNER_URL: postgres.ownerUrl(),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      LOG_LEVEL: 'error',
      ...(siteDir ? { SITE_DIR: siteDir } : {}),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      if (ready.every((pattern) => pattern.test(said))) resolve();
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const memory = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const of = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN);
    return { now: of('VmRSS'), most: of('VmHWM') };
  };
  return { said, memory, stop };
}

/**
 * Starts what `npm start -- --demo` starts, with a database of its own; `workspace` may be a checkout of another commit. fsync stays
 * on, as in production.
 */
export async function openDemoInstallation(
  siteDir: string,
  workspace = workspaceRoot,
): Promise<DemoInstallation> {
  const postgres = await startPostgres({ dataDir: mkdtempSync(join(tmpdir(), 'daybook-bench-')) });
  const servers: Server[] = [];
  const close = async () => {
    for (const server of servers) await server.stop();
    await postgres.remove();
  };
  const serve = async (site: string, ready: RegExp[], more: NodeJS.ProcessEnv = {}) => {
    const server = await startServer(postgres, site, ready, more, 'main', workspace);
    servers.push(server);
    return { ...server, url: address.exec(server.said)?.[1] ?? '' };
  };
  try {
    const first = await serve(siteDir, [superAdmin, address], { DAYBOOK_DEMO: '1' });
    await analyse(postgres.ownerUrl());
    const tokenOf = async (userType: string) => {
      const [email = '', password = ''] = signInOf(userType).exec(first.said)?.slice(1) ?? [];
      return (await apiClient(first.url, '')(session.login, { email, password })).token;
    };
    const serveToo = async (another: string) => (await serve(another, [address])).url;
    return {
      url: first.url,
      appUrl: postgres.appUrl(),
      token: await tokenOf('super_admin'),
      tokenOf,
      memory: () => first.memory(),
      serve: serveToo,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
