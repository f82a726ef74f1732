import { useSyncExternalStore } from 'react';

/** Figures that are fresher than this are simply those of now. */
const freshMs = 5_000;

/** The reports whose figures are older, by the path of the endpoint: the instant of the figures, and the page that read them. */
const older = new Map<string, { asOf: string; page: string }>();
const listeners = new Set<() => void>();

const pageNow = (): string => window.location.pathname;

const oldestHere = (): string | null =>
  [...older.values()]
    .filter(({ page }) => page === pageNow())
    .map(({ asOf }) => asOf)
    .toSorted()[0] ?? null;

/** Remembers what the answer of a report says of its figures. Both instants are those of the server. */
export function noteFigures(path: string, asOf: string | null, answeredAt: string | null): void {
  const isOld = asOf !== null && answeredAt !== null && Date.parse(answeredAt) - Date.parse(asOf) > freshMs;
  const before = oldestHere();
  if (isOld) older.set(path, { asOf, page: pageNow() });
  else older.delete(path);
  if (oldestHere() !== before) for (const tell of listeners) tell();
}

function onChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The instant of the oldest figures on this page; null while all are those of now. */
export const useOldestFigures = (): string | null => useSyncExternalStore(onChange, oldestHere);
