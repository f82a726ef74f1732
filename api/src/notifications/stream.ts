import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveEvent } from '@daybook/contracts/notifications';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';

const heartbeatMs = 20_000;
const heartbeat = ': here\n\n';
const begin = 'retry: 2000\n\n';
const lineOf = (event: LiveEvent): string => `event: ${event}\ndata: {}\n\n`;
/** Of the tabs of a browser one leads (docs/rules.md#live-updates); over plain http each listens for itself. */
const mostStreamsOfSession = 8;

/**
 * Server-sent events until either side goes. The answer begins once nothing is missed any more, so that a page which reads
 * its state after that is up to date; after a gap the page is sent to read it again. It ends with the session: whenever rights
 * or sessions of the person change, and at each heartbeat, the caller is asked for anew. While the database is away nobody is
 * known to have gone, and the stream stays. Refuses MEDIA_TYPE_UNSUPPORTED to who does not ask for an event stream, RATE_LIMITED
 * beyond the most that a session may hold.
 */
export function streamEvents(request: FastifyRequest, reply: FastifyReply, user: CurrentUser): FastifyReply {
  const { live } = reply.server;
  if (!request.headers.accept?.includes('text/event-stream')) throw new Refusal('MEDIA_TYPE_UNSUPPORTED');
  if (live.countOf(user.sessionId) >= mostStreamsOfSession) throw new Refusal('RATE_LIMITED');
  const stream = new PassThrough();
  const write = (line: string) => void (stream.writable && stream.write(line));
  const askAgain = (line: string) =>
    void reply.server.whoIs(request).then(
      () => write(line),
      (error: unknown) => void (error instanceof Refusal && stream.end()),
    );
  let hasBegun = false;
  const unsubscribe = live.subscribe(
    { userId: user.id, sessionId: user.sessionId },
    {
      listening: () => {
        if (hasBegun) write(lineOf('notification'));
        askAgain(hasBegun ? lineOf('rights') : begin);
        hasBegun = true;
      },
      tell: (event) =>
        event === 'notification'
          ? write(lineOf(event))
          : askAgain(event === 'session' ? heartbeat : lineOf(event)),
      end: () => stream.end(),
    },
  );
  // Before it listens, a heartbeat would begin the answer, and what happens until then would be missed.
  const beat = setInterval(() => hasBegun && askAgain(heartbeat), heartbeatMs);
  stream.once('close', () => {
    clearInterval(beat);
    unsubscribe();
  });
  request.raw.once('close', () => stream.destroy());
  return reply.type('text/event-stream').header('X-Accel-Buffering', 'no').send(stream);
}
