/**
 * Lets so many pieces of work run side by side; others wait for their turn. A flood of visitors then waits here, and not for
 * connections to the database that the firm's people need.
 */
export function lanes(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The lane passes to the next one without becoming free.
      if (next) next();
      else free += 1;
    }
  };
}
