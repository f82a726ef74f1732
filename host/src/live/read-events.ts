import { createParser } from 'eventsource-parser';

/** A little more than twice the interval of the server's heartbeat. */
const longestSilenceMs = 45_000;

/**
 * Reads server-sent events and reports the name of each. Ends with the stream, and after a silence: a connection that the network has
 * dropped sends neither events nor heartbeats, and does not end.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  report: (event: string) => void,
  silenceMs = longestSilenceMs,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = createParser({ onEvent: ({ event }) => event !== undefined && report(event) });
  for (;;) {
    const watchdog = setTimeout(() => void reader.cancel().catch(() => undefined), silenceMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(watchdog));
    if (done) return;
    parser.feed(value);
  }
}
