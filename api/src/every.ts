interface Turns {
  /** How long to wait after a failure: the database may be restarting. */
  pauseMs?: number;
  /** The first run begins now, not `everyMs` from now. */
  atOnce?: boolean;
}

/**
 * Runs `work` every `everyMs`, never twice at once: a run is skipped while the previous one is still going. Calls `failed` with
 * each failure. The returned function stops it, and resolves when the current run has ended.
 */
export function every(
  everyMs: number,
  work: () => Promise<unknown>,
  failed: (error: Error) => void,
  { pauseMs = 0, atOnce = false }: Turns = {},
): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  let notBefore = 0;
  const turn = () => {
    if (running || performance.now() < notBefore) return;
    running = work()
      .catch((error: Error) => {
        notBefore = performance.now() + pauseMs;
        failed(error);
      })
      .finally(() => (running = null));
  };
  const timer = setInterval(turn, everyMs);
  timer.unref();
  if (atOnce) turn();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
