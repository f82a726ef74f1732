const tellEveryMs = 60_000;

/** The reason that PostgreSQL gave, or the last thing it said; all of it is in its log. */
export function reasonIn(said: string): string {
  const lines = said.trim().split('\n');
  const reason = lines.findLast((line) => /\b(?:PANIC|FATAL)\b/.test(line)) ?? lines.at(-1) ?? '';
  return reason.slice(0, 300);
}

export interface Teller {
  failed(error: unknown): void;
  restarted(): void;
}

/**
 * Says in one sentence a minute that the database does not start, and that it runs again. A server without room on its disk may start and
 * end once a second.
 */
export function tellerOf(log: (line: string) => void, now = () => performance.now()): Teller {
  let failureAt = -tellEveryMs;
  let restartAt = -tellEveryMs;
  let isAwaited = false;
  return {
    failed(error) {
      if (now() - failureAt < tellEveryMs) return;
      failureAt = now();
      isAwaited = true;
      log(`The database server stopped and does not start: ${reasonIn(String(error))}`);
    },
    restarted() {
      if (!isAwaited && now() - restartAt < tellEveryMs) return;
      restartAt = now();
      isAwaited = false;
      log('The database server had stopped and runs again; nothing that was saved is lost.');
    },
  };
}
