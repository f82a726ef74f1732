import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Refusal } from '@daybook/contracts/refusals';
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

/** Whoever waits holds a connection to the database, of which all other requests need one too. */
const mostAtOnce = 3;
let last: Promise<unknown> = Promise.resolve();
let underWay = 0;

/** Reads one file at a time, however many are sent. Refuses UNAVAILABLE if a few wait already. */
export async function readFileApart(reading: Reading): Promise<Read> {
  if (underWay >= mostAtOnce) throw new Refusal('UNAVAILABLE');
  underWay += 1;
  const next = last.then(() => inThread(reading));
  last = next.catch(() => undefined);
  return next.finally(() => {
    underWay -= 1;
  });
}
