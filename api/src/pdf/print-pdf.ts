import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';
import type { Printing } from './typst.ts';

type Threads = Piscina<[string, unknown, Printing], Uint8Array>;

/** Each holds a compiler with its fonts, some 60 MB: half of the processors are left to what people wait for meanwhile. */
const most = Math.min(4, Math.ceil(availableParallelism() / 2));
const idleMs = 600_000;

let threads: Threads | undefined;

/** `renderPdf` beside the thread that answers requests: a document takes it 20 milliseconds in which nobody else is heard. */
export function printPdf(template: string, data: unknown, printing: Printing): Promise<Uint8Array> {
  threads ??= new Piscina({
    filename: path.join(import.meta.dirname, 'typst-thread.ts'),
    minThreads: 0,
    maxThreads: most,
    idleTimeout: idleMs,
  });
  return threads.run([template, data, printing]);
}

/** Once what is being printed is done; who prints afterwards begins anew. */
export async function endPrinting(): Promise<void> {
  const ended = threads;
  threads = undefined;
  await ended?.close();
}
