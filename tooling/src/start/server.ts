import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { inWorkspace } from '../workspace.ts';
import { memoryLimits } from './memory-limits.ts';

export interface Server {
  /** Its exit code, whenever and however it ends. */
  ended: Promise<number>;
  stop(): Promise<void>;
}

// The server itself drains for ten seconds.
const KILL_AFTER_MS = 12_000;

/** Runs the server in a process of its own, so that a fault there leaves the database's supervisor standing. */
export function startServer(environment: Record<string, string | undefined>): Server {
  const endWithParent = pathToFileURL(inWorkspace('tooling', 'src', 'start', 'end-with-parent.ts')).href;
  const child = spawn(
    process.execPath,
    [...memoryLimits, '--import', endWithParent, inWorkspace('api', 'src', 'main.ts')],
    {
      cwd: inWorkspace(),
      env: { ...process.env, ...environment },
      // Ctrl+C goes to the whole terminal group; the server is told by us, in its turn.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1));
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
