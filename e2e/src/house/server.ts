import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import { memoryLimits } from '@daybook/tooling/start/memory-limits';
import { inWorkspace } from '@daybook/tooling/workspace';

export interface RunningServer {
  url: string;
  ownerUrl: string;
  /** The one-time code of the first person, as the console showed it. */
  setupCode: string;
  stop(): Promise<void>;
}

/** The product as it is started for real: an embedded PostgreSQL of its own and the server with the built site. */
export async function startServer(siteDir: string): Promise<RunningServer> {
  const postgres = await startPostgres({
    dataDir: mkdtempSync(join(tmpdir(), 'daybook-e2e-')),
    settings: { fsync: 'off', synchronous_commit: 'off' },
    log: () => undefined,
  });
  const child = spawn(process.execPath, [...memoryLimits, inWorkspace('api', 'src', 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: postgres.appUrl(),
      DATABASE_OWNER_URL: postgres.ownerUrl(),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      LOG_LEVEL: 'error',
      SITE_DIR: siteDir,
    },
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      written += part.toString();
    });
  }
  const exited = once(child, 'exit');
  const shown = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(written)?.[1];
        if (found) resolve(found);
      };
      child.stdout.on('data', look);
      child.on('exit', () => reject(new Error(`the server ended: ${written}`)));
      look();
    });
  return {
    url: await shown(/answers on (http:\S+)/),
    setupCode: await shown(/with this code: (\S+)/),
    ownerUrl: postgres.ownerUrl(),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await postgres.remove();
    },
  };
}
