interface Turns {
  /** How long nothing is begun after a failure: the database may be starting again. */
  pauseMs?: number;
  /** The first turn begins now, not `everyMs` from now. */
  atOnce?: boolean;
}

/**
 * Does `work` every `everyMs`, and never twice at once: a turn that finds the last one still at work is left out. `failed` is given
 * each failure. The answer stops it, and resolves when the turn under way has ended.
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
