import { spawn } from 'node:child_process';
import { memoryFolder } from '../memory-folder.ts';
import { inWorkspace } from '../workspace.ts';

// A step that hangs must not use up the time of the whole run.
const MINUTES = 30;

export interface Ended {
  isOk: boolean;
  /** stdout and stderr together, in the order in which they were written. */
  output: string;
  seconds: number;
}

/** Runs a script on the pinned Node, with the workspace's own commands first in PATH. */
export async function runNode(
  args: string[],
  environment: Record<string, string> = {},
  minutes?: number,
): Promise<Ended> {
  return run(process.execPath, args, environment, minutes);
}

export async function run(
  command: string,
  args: string[],
  environment: Record<string, string> = {},
  minutes = MINUTES,
): Promise<Ended> {
  const startedAt = performance.now();
  const memory = memoryFolder();
  const child = spawn(command, args, {
    cwd: inWorkspace(),
    env: {
      ...process.env,
      PATH: `${inWorkspace('node_modules', '.bin')}:${process.env.PATH}`,
      // A run starts the server a hundred times, and half of each start would be compiling.
      NODE_COMPILE_CACHE: inWorkspace('node_modules', '.cache', 'node'),
      // Tests make many small files and delete them again.
      ...(memory !== undefined && { TMPDIR: memory }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: minutes * 60_000,
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isOk = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      chunks.push(Buffer.from(String(error)));
      resolve(false);
    });
    child.on('close', (code, signal) => {
      if (signal) chunks.push(Buffer.from(`\nEnded by ${signal}; a step has ${minutes} minutes.`));
      resolve(code === 0);
    });
  });
  return {
    isOk,
    output: Buffer.concat(chunks).toString('utf8'),
    seconds: (performance.now() - startedAt) / 1000,
  };
}
