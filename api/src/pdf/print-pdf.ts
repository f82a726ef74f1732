import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';
import type { Printing } from './typst.ts';

/** Each holds a compiler with its fonts, some 60 MB: half of the processors are left to what people wait for meanwhile. */
const threads = Math.min(4, Math.ceil(availableParallelism() / 2));
const idleMs = 600_000;

const pool = new Piscina<[string, unknown, Printing], Uint8Array>({
  filename: path.join(import.meta.dirname, 'typst-thread.ts'),
  minThreads: 0,
  maxThreads: threads,
  idleTimeout: idleMs,
});

/** `renderPdf` beside the thread that answers requests: a document takes it 20 milliseconds in which nobody else is heard. */
export const printPdf = (template: string, data: unknown, printing: Printing): Promise<Uint8Array> =>
  pool.run([template, data, printing]);
