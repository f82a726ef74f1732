import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '@daybook/contracts/refusals';

const heartbeatMs = 20_000;
/** One leads of a person's tabs in each browser (ruling 14); this many browsers are enough. */
const mostStreams = 20;

/**
 * Server-sent events until either side goes. Refuses MEDIA_TYPE_UNSUPPORTED to who does not ask for an event stream, RATE_LIMITED
 * beyond the most a person may hold. It ends with the session: at each heartbeat the caller is asked for anew.
 */
export function streamEvents(request: FastifyRequest, reply: FastifyReply, userId: string): FastifyReply {
  const { live } = reply.server;
  if (!request.headers.accept?.includes('text/event-stream')) throw new Refusal('MEDIA_TYPE_UNSUPPORTED');
  if (live.countOf(userId) >= mostStreams) throw new Refusal('RATE_LIMITED');
  const stream = new PassThrough();
  const unsubscribe = live.subscribe(userId, {
    tell: (event) => stream.write(`event: ${event}\ndata: {}\n\n`),
    end: () => stream.end(),
  });
  const beat = setInterval(() => {
    reply.server.whoIs(request).then(
      () => stream.write(': here\n\n'),
      () => stream.end(),
    );
  }, heartbeatMs);
  stream.once('close', () => {
    clearInterval(beat);
    unsubscribe();
  });
  request.raw.once('close', () => stream.destroy());
  stream.write('retry: 2000\n\n');
  return reply.type('text/event-stream').header('X-Accel-Buffering', 'no').send(stream);
}
