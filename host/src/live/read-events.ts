/** Twice the server's heartbeat and some more. */
const longestSilenceMs = 45_000;

/**
 * Reads server-sent events and tells the name of each; a line that begins with a colon is only a heartbeat. Ends with the stream, and
 * after a silence: a connection that the network has forgotten says nothing and does not end.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  tell: (event: string) => void,
  silenceMs = longestSilenceMs,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let kept = '';
  for (;;) {
    const watchdog = setTimeout(() => void reader.cancel().catch(() => undefined), silenceMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(watchdog));
    if (done) return;
    const blocks = (kept + value).split(/\r?\n\r?\n/);
    kept = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: ?(.+)$/m.exec(block)?.[1]?.trim();
      if (name !== undefined) tell(name);
    }
  }
}
