import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { memoryLimits } from '@daybook/tooling/start/memory-limits';
import { createTestDatabase } from '@daybook/tooling/test-database';
import { inWorkspace } from '@daybook/tooling/workspace';

export interface RunningServer {
  url: string;
  ownerUrl: string;
  /** The one-time code that creates the first user, as printed on the console. */
  setupCode: string;
  stop(): Promise<void>;
}

/** Starts the server as in production, with the built site and a database of its own, either empty or migrated. */
export async function startServer(
  siteDir: string,
  migrated: boolean,
  mailUrl?: string,
): Promise<RunningServer> {
  const database = await createTestDatabase({ migrated });
  const child = spawn(process.execPath, [...memoryLimits, inWorkspace('api', 'src', 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      LOG_LEVEL: 'error',
      // Browsers and other flows use the same machine, which looks like overload.
      OVERLOAD_MS: '0',
      DATABASE_WAIT_MS: '30000',
      SITE_DIR: siteDir,
      ...(mailUrl !== undefined && { SMTP_URL: mailUrl }),
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
    ownerUrl: database.ownerUrl,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await database.drop();
    },
  };
}
