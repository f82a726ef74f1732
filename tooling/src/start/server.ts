import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { inWorkspace } from '../workspace.ts';
import { memoryLimits } from './memory-limits.ts';

export interface Server {
  /** Resolves with its exit code when it ends. */
  ended: Promise<number>;
  stop(): Promise<void>;
}

// The server completes requests in progress for up to ten seconds.
const KILL_AFTER_MS = 12_000;

/** Runs the server in a process of its own, so that a crash does not end the supervisor of the database. */
export function startServer(environment: Record<string, string | undefined>): Server {
  const endWithParent = pathToFileURL(inWorkspace('tooling', 'src', 'start', 'end-with-parent.ts')).href;
  const child = spawn(
    process.execPath,
    [...memoryLimits, '--import', endWithParent, inWorkspace('api', 'src', 'main.ts')],
    {
      cwd: inWorkspace(),
      env: { ...process.env, ...environment },
      // Ctrl+C reaches the whole process group of the terminal; this process stops the server in its turn.
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
