import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTestDatabase } from '@daybook/tooling/test-database';
import type { TestDatabase } from '@daybook/tooling/test-database';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { secretBox } from '../src/auth/secret-box.ts';
import { backUpToFile } from '../src/backup/backup-to-file.ts';
import { BackupRefused } from '../src/backup/manifest.ts';
import type { Manifest } from '../src/backup/manifest.ts';
import { startDemoApi } from './demo-firm.ts';
import { sealAll } from './seal-all.ts';
import type { Caller, TestApi } from './test-api.ts';

export const secretKey = Buffer.alloc(32, 5);
export const box = secretBox(secretKey);

/** A demo firm with a stored secret and an unsealed audit row, a backup of it, and a folder for more. */
export interface BackedUpFirm {
  api: TestApi;
  admin: Caller;
  backup: { file: string; manifest: Manifest };
  folder: string;
  /** Another folder, in that folder. */
  newFolder(): Promise<string>;
  stop(): Promise<void>;
}

/** One audit row waits for its seal, of a server that has had nine billion transactions. */
async function leaveUnsealed({ ownerPool }: TestApi, admin: Caller): Promise<void> {
  const { id } = await admin.call(departments.create, { name: 'Advice' });
  for (const step of [
    'alter table audit_event disable trigger user',
    `update audit_event set xid = '9000000000' where entity_id = '${id}'`,
    `update audit_event set hash = audit_hash(audit_event) where entity_id = '${id}'`,
    'alter table audit_event enable trigger user',
  ])
    await ownerPool.query(step);
}

export async function startBackedUpFirm(): Promise<BackedUpFirm> {
  const api = await startDemoApi();
  const admin = await api.as({ userType: 'super_admin' });
  const sealed = box.seal(Buffer.from('a secret'), admin.id);
  await api.ownerPool.query('update app_user set totp_secret = $1 where id = $2', [sealed, admin.id]);
  await sealAll(api.db);
  await leaveUnsealed(api, admin);
  const folder = await mkdtemp(path.join(tmpdir(), 'daybook-backup-'));
  return {
    api,
    admin,
    folder,
    backup: await backUpToFile(api.urls.owner, path.join(folder, 'firm.tar.zst')),
    newFolder: () => mkdtemp(path.join(folder, 'more-')),
    async stop() {
      await api.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export async function onClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The work has an empty database, which then goes. */
export async function inEmpty<T>(work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await createTestDatabase({ migrated: false });
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

/** The reason for which the work was refused; any other end fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof BackupRefused)) throw error;
  return error.message;
}

/** A program of the API, such as `backup/backup-command`, over the database at `url`. */
export const startProgram = (program: string, url: string, ...given: string[]): ChildProcess =>
  startProgramIn({}, program, url, ...given);

/** The same with more in its environment. */
export function startProgramIn(
  environment: Record<string, string>,
  program: string,
  url: string,
  ...given: string[]
): ChildProcess {
  return spawn(process.execPath, [path.join(__dirname, '../src', `${program}.ts`), ...given], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: url,
      SECRET_KEY: secretKey.toString('base64'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
}

/** The exit code, and what was printed. */
export async function outcomeOf(child: ChildProcess): Promise<[number | null, string]> {
  const printed: Buffer[] = [];
  child.stdout?.on('data', (part: Buffer) => printed.push(part));
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, Buffer.concat(printed).toString()];
}
