import path from 'node:path';
import { clearTimeout as forget, setTimeout as later } from 'node:timers';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

export interface PdfPage {
  text: string;
  /** The text by lines and cells, with spaces. */
  rows: string[][];
  /** Where its rightmost text ends, in points. */
  right: number;
  fonts: string[];
  images: number;
}

export type PdfAnswer = { pages: PdfPage[] } | { fault: string };

interface Reader {
  thread: Worker;
  port: MessagePort;
  /** 1 once an answer is in the port. */
  answered: Int32Array;
}

/** Only ends what hangs. */
const LONGEST_MS = 120_000;
const IDLE_MS = 5_000;

let reader: Reader | undefined;
let idle: NodeJS.Timeout | undefined;

function startReader(): Reader {
  const { port1: port, port2: its } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(path.join(import.meta.dirname, 'read-pdf.ts'), {
    workerData: { port: its, answered },
    transferList: [its],
  });
  thread.unref();
  return { thread, port, answered };
}

function endReader(): void {
  void reader?.thread.terminate();
  reader = undefined;
}

/** The thread is kept from file to file, because loading PDF.js takes much longer than reading a document. */
function ask(file: Uint8Array): PdfAnswer {
  reader ??= startReader();
  const { port, answered } = reader;
  forget(idle);
  Atomics.store(answered, 0, 0);
  port.postMessage(file);
  Atomics.wait(answered, 0, 0, LONGEST_MS);
  const answer = receiveMessageOnPort(port)?.message as string | undefined;
  if (answer === undefined) {
    endReader();
    throw new Error('PDF.js did not answer.');
  }
  idle = later(endReader, IDLE_MS).unref();
  // As text, because the arrays of a message are not those of jest's context, and equal none of its own.
  return JSON.parse(answer) as PdfAnswer;
}

/** The text that a reader of the file can select. Without white space: a PDF positions scripts separately, and not every gap is a space. */
export function pdfPages(file: Uint8Array): PdfPage[] {
  const answer = ask(file);
  if ('fault' in answer) throw new Error(answer.fault);
  return answer.pages.map((page) => ({ ...page, text: withoutSpace(page.text) }));
}

export const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');
