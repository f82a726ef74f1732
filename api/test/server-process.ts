import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { once } from 'node:events';
import { databaseVariables } from '@daybook/tooling/postgres/pooler';
import { memoryLimits } from '@daybook/tooling/start/memory-limits';

/** A server in a process of its own, as `npm start` runs it; `kill` is kill -9. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  kill(): Promise<void>;
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the server of this workspace, or of another one, on a free port over the database of `urls`, and waits until it answers. */
export async function startServerProcess(
  urls: { app: string; owner: string },
  environment: Record<string, string> = {},
  program: 'main' | 'worker' = 'main',
  workspace = path.join(__dirname, '../..'),
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...memoryLimits, path.join(workspace, `api/src/${program}.ts`)], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...databaseVariables(urls.app),
      DATABASE_OWNER_URL: urls.owner,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      LOG_LEVEL: 'error',
      // Other tests use the same machine.
      DATABASE_WAIT_MS: '30000',
      ...environment,
    },
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (written += part.toString()));
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /answers on (http:\S+)/.exec(written)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${written}`)));
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    url,
    child,
    output: () => written,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}
