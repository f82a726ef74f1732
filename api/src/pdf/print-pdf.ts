import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';
import { Refusal } from '@daybook/contracts/refusals';
import type { Printing } from './typst.ts';

type Threads = Piscina<[string, string, Printing], Uint8Array>;
type Options = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** With this much data (characters, some 200 lines) a document keeps its thread busy for a tenth of a second or more. */
const LONG = 20_000;

/** Each thread holds a compiler with its fonts, some 60 MB. Half of the processors are left to the requests that people wait for. */
const most = Math.min(4, Math.ceil(availableParallelism() / 2));

const pools = {
  short: { maxThreads: most, idleTimeout: 600_000 },
  // Long documents queue only behind one another. They are rare and need much memory, so their thread ends soon after the
  // last one, and it runs at a lower priority.
  long: { maxThreads: 1, idleTimeout: 10_000, niceIncrement: 10 },
} satisfies Record<string, Options>;

/** The most documents that wait for a thread, with all their data; further requests are told to try again. */
const mostWaiting = { short: 500, long: 8 };

const running = new Map<keyof typeof pools, Threads>();

function threadsFor(kind: keyof typeof pools): Threads {
  const threads =
    running.get(kind) ??
    new Piscina({
      ...pools[kind],
      filename: path.join(import.meta.dirname, 'typst-thread.ts'),
      minThreads: 0,
      // With atomics, a thread waits for its next document inside the last task. Memory that the compiler holds outside the
      // JavaScript heap is freed between two turns of the event loop, so it would never be freed: 50 to 100 KB for each
      // document.
      atomics: 'disabled',
      // A document’s data and file are outside the heap, so this is only for the few objects around them.
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
    });
  running.set(kind, threads);
  return threads;
}

/**
 * `renderPdf` in a thread of its own: rendering takes 20 milliseconds, in which no other request would be answered. Refuses
 * UNAVAILABLE if too many documents are waiting.
 */
export async function printPdf(template: string, data: unknown, printing: Printing): Promise<Uint8Array> {
  const json = JSON.stringify(data);
  const kind = json.length < LONG ? 'short' : 'long';
  const threads = threadsFor(kind);
  if (threads.queueSize >= mostWaiting[kind]) throw new Refusal('UNAVAILABLE');
  return threads.run([template, json, printing]);
}

/** Resolves when the documents being printed are done. Printing afterwards starts new threads. */
export async function endPrinting(): Promise<void> {
  const ended = [...running.values()];
  running.clear();
  await Promise.all(ended.map((threads) => threads.close()));
}
