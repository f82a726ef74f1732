/**
 * Sends one request at a time. A caller during a request gets the next answer, because the current one may be older than
 * the caller's reason to ask.
 */
export function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let present: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    next = null;
    present = ask().finally(() => {
      present = null;
    });
    return present;
  };
  return () => {
    if (next !== null) return next;
    if (present === null) return begin();
    next = present.then(begin, begin);
    return next;
  };
}
