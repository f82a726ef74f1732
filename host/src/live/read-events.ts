/** Reads server-sent events and tells the name of each; a line that begins with a colon is only a heartbeat. Ends with the stream. */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  tell: (event: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let kept = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (kept + value).split(/\r?\n\r?\n/);
    kept = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: ?(.+)$/m.exec(block)?.[1]?.trim();
      if (name !== undefined) tell(name);
    }
  }
}
