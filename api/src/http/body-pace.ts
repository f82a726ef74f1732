import { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '@daybook/contracts/refusals';

/** How slowly a body may come. A limit of the whole time would keep every large file off a slow line. */
export interface BodyPace {
  /** All of a body of JSON, and of what nobody reads any more. */
  wholeMs: number;
  /** Between two pieces of a file. */
  idleMs: number;
  /** A file brings so much on average, once it has had the time of a body of JSON: a byte now and then is no line. */
  bytesPerSecond: number;
}

export const ordinaryPace: BodyPace = { wholeMs: 30_000, idleMs: 30_000, bytesPerSecond: 4_096 };

/** The body as it comes; it ends in REQUEST_TOO_SLOW when it does not come any more. */
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
  // Nobody listens where the request was refused without a look at its body.
  through.on('error', () => undefined);
  for (const end of ['end', 'close']) body.on(end, () => clearTimeout(timer));
  through.on('close', () => clearTimeout(timer));
  return body.pipe(through);
}

/** What is here already needs no watch. */
const isToCome = ({ raw }: FastifyRequest): boolean => raw instanceof IncomingMessage && !raw.complete;

/** Holds every body to its pace, also that of a request which was refused before its body was read. */
export function paceBodies(app: FastifyInstance, pace: BodyPace): void {
  app.addHook('preParsing', async (request, reply, body) => {
    if (!isToCome(request)) return body;
    const through = paced(body, request.routeOptions.config.endpoint?.upload ?? false, pace);
    // What still comes is let through to nobody, so that who sends it hears the answer.
    reply.raw.once('finish', () => through.resume());
    return through;
  });
  app.addHook('onResponse', async (request) => {
    if (!isToCome(request)) return;
    setTimeout(() => isToCome(request) && request.raw.destroy(), pace.wholeMs).unref();
  });
}
