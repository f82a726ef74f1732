import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';
import { Refusal } from '@daybook/contracts/refusals';
import type { Printing } from './typst.ts';

type Threads = Piscina<[string, string, Printing], Uint8Array>;
type Options = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** From so many characters of data on, some 200 lines, a document keeps its thread for a tenth of a second and more. */
const LONG = 20_000;

/** Each holds a compiler with its fonts, some 60 MB: half of the processors are left to what people wait for meanwhile. */
const most = Math.min(4, Math.ceil(availableParallelism() / 2));

const pools = {
  short: { maxThreads: most, idleTimeout: 600_000 },
  // Long documents wait for one another alone. They are rare and take much memory, so that their thread goes soon after the last,
  // and it lets everybody else go first.
  long: { maxThreads: 1, idleTimeout: 10_000, niceIncrement: 10 },
} satisfies Record<string, Options>;

/** So many wait for a thread with all that they hold; whoever comes after them is told to try again. */
const mostWaiting = { short: 500, long: 8 };

const running = new Map<keyof typeof pools, Threads>();

function threadsFor(kind: keyof typeof pools): Threads {
  const threads =
    running.get(kind) ??
    new Piscina({
      ...pools[kind],
      filename: path.join(import.meta.dirname, 'typst-thread.ts'),
      minThreads: 0,
      // Otherwise a thread waits for its next document inside the last one, and what the compiler holds outside of JavaScript's
      // heap, which is given back between two turns of the thread's event loop, never is: 50 to 100 KB a document.
      atomics: 'disabled',
      // A document's data and file stand outside of the heap: this one is for the few objects around them.
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
    });
  running.set(kind, threads);
  return threads;
}

/**
 * `renderPdf` beside the thread that answers requests: a document takes it 20 milliseconds in which nobody else is heard. Refuses
 * UNAVAILABLE where too many wait already.
 */
export async function printPdf(template: string, data: unknown, printing: Printing): Promise<Uint8Array> {
  const json = JSON.stringify(data);
  const kind = json.length < LONG ? 'short' : 'long';
  const threads = threadsFor(kind);
  if (threads.queueSize >= mostWaiting[kind]) throw new Refusal('UNAVAILABLE');
  return threads.run([template, json, printing]);
}

/** Once what is being printed is done; who prints afterwards begins anew. */
export async function endPrinting(): Promise<void> {
  const ended = [...running.values()];
  running.clear();
  await Promise.all(ended.map((threads) => threads.close()));
}
