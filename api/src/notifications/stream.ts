import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveEvent } from '@daybook/contracts/notifications';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';

const heartbeatMs = 20_000;
const heartbeat = ': here\n\n';
const begin = 'retry: 2000\n\n';
const lineOf = (event: LiveEvent): string => `event: ${event}\ndata: {}\n\n`;
/** Only the leading tab of a browser opens a stream (docs/rules.md#live-updates); over plain http every tab opens its own. */
const mostStreamsOfSession = 8;

/**
 * Sends server-sent events until either side disconnects. The response begins once no event can be missed, so that a page that
 * then reads its data is up to date; after a gap the page is told to read again. The stream ends with the session: the caller
 * is checked again whenever rights or sessions of the person change, and at each heartbeat. While the database is away nobody
 * can be checked, and the stream stays open. Refuses MEDIA_TYPE_UNSUPPORTED unless the request asks for an event stream, and
 * RATE_LIMITED beyond the number of streams of a session.
 */
export function streamEvents(request: FastifyRequest, reply: FastifyReply, user: CurrentUser): FastifyReply {
  const { live } = reply.server;
  if (!request.headers.accept?.includes('text/event-stream')) throw new Refusal('MEDIA_TYPE_UNSUPPORTED');
  if (live.countOf(user.sessionId) >= mostStreamsOfSession) throw new Refusal('RATE_LIMITED');
  const stream = new PassThrough();
  const write = (line: string) => void (stream.writable && stream.write(line));
  /** Told with the next heartbeat, because the database could not be asked at that moment. */
  let delayed: string | null = null;
  const askAgain = (line: string) =>
    void reply.server.whoIs(request).then(
      () => write(line),
      (error: unknown) => {
        if (error instanceof Refusal) stream.end();
        else if (line !== heartbeat) delayed = line;
      },
    );
  const askAtBeat = () => {
    const line = delayed ?? heartbeat;
    delayed = null;
    askAgain(line);
  };
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
  // A heartbeat before the subscription would begin the response, and events until then would be missed.
  const beat = setInterval(() => hasBegun && askAtBeat(), heartbeatMs);
  stream.once('close', () => {
    clearInterval(beat);
    unsubscribe();
  });
  request.raw.once('close', () => stream.destroy());
  return reply.type('text/event-stream').header('X-Accel-Buffering', 'no').send(stream);
}
