import { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '@daybook/contracts/refusals';

/** How slowly a body may come. A limit on the total time would exclude large files over slow connections. */
export interface BodyPace {
  /** The total time of a body of JSON, and of a body that nobody reads any more. */
  wholeMs: number;
  /** The time between two pieces of a file. */
  idleMs: number;
  /** The average rate that a file must reach once it has had the time of a body of JSON, so that a byte now and then is not enough. */
  bytesPerSecond: number;
}

export const ordinaryPace: BodyPace = { wholeMs: 30_000, idleMs: 30_000, bytesPerSecond: 4_096 };

/** The body as it arrives. It ends with REQUEST_TOO_SLOW when nothing more arrives. */
function paced(body: Readable, isFile: boolean, { wholeMs, idleMs, bytesPerSecond }: BodyPace): Readable {
  const through = new PassThrough();
  const startedAt = performance.now();
  let received = 0;
  const giveUp = () => through.destroy(new Refusal('REQUEST_TOO_SLOW'));
  const timer = setTimeout(giveUp, isFile ? idleMs : wholeMs);
  body.on('data', (piece: Buffer) => {
    if (!isFile) return;
    received += piece.length;
    const allowedMs = wholeMs + (received / bytesPerSecond) * 1_000;
    if (performance.now() - startedAt > allowedMs) giveUp();
    else timer.refresh();
  });
  body.on('error', (error) => through.destroy(error));
  // Nobody listens when the request was refused before its body was read.
  through.on('error', () => undefined);
  for (const end of ['end', 'close']) body.on(end, () => clearTimeout(timer));
  through.on('close', () => clearTimeout(timer));
  return body.pipe(through);
}

/** A body that has already arrived needs no watch. */
const isToCome = ({ raw }: FastifyRequest): boolean => raw instanceof IncomingMessage && !raw.complete;

/** Enforces the pace of every body, even when the request was refused before its body was read. */
export function paceBodies(app: FastifyInstance, pace: BodyPace): void {
  app.addHook('preParsing', async (request, reply, body) => {
    if (!isToCome(request)) return body;
    const through = paced(body, request.routeOptions.config.endpoint?.upload ?? false, pace);
    // The remainder is read and discarded, so that the sender gets the answer.
    reply.raw.once('finish', () => through.resume());
    return through;
  });
  app.addHook('onResponse', async (request) => {
    if (!isToCome(request)) return;
    setTimeout(() => isToCome(request) && request.raw.destroy(), pace.wholeMs).unref();
  });
}
