import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Read, Reading } from './read-thread.ts';

const longestMs = 10_000;

/**
 * Reads a file in a thread that ends with the work, with limits of its own: whoever uploads a file built to fill the memory or
 * to be read for ever takes down that thread and nothing else.
 */
async function inThread(reading: Reading): Promise<Read> {
  const thread = new Worker(path.join(import.meta.dirname, 'read-thread.ts'), {
    workerData: reading,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  });
  const timeout = setTimeout(() => void thread.terminate(), longestMs);
  try {
    return await new Promise<Read>((resolve) => {
      thread.once('message', resolve);
      // The memory was used up.
      thread.once('error', () => resolve({ refused: 'FILE_UNREADABLE' }));
      thread.once('exit', () => resolve({ refused: 'FILE_UNREADABLE' }));
    });
  } finally {
    clearTimeout(timeout);
    await thread.terminate();
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Reads one file at a time, however many are sent. */
export function readFileApart(reading: Reading): Promise<Read> {
  const next = last.then(() => inThread(reading));
  last = next.catch(() => undefined);
  return next;
}
