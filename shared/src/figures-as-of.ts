import { useSyncExternalStore } from 'react';

/** Figures that are fresher than this are simply those of now. */
const freshMs = 5_000;

/** The reports on the screen, by path, whose figures are older; with the instant of the figures. */
const older = new Map<string, string>();
const listeners = new Set<() => void>();

const oldest = (): string | null => [...older.values()].toSorted()[0] ?? null;

function change(work: () => void): void {
  const before = oldest();
  work();
  if (oldest() !== before) for (const tell of listeners) tell();
}

/** Remembers what the answer of a report says of its figures. Both instants are those of the server. */
export function noteFigures(path: string, asOf: string | null, answeredAt: string | null): void {
  const isOld = asOf !== null && answeredAt !== null && Date.parse(answeredAt) - Date.parse(asOf) > freshMs;
  change(() => (isOld ? older.set(path, asOf) : older.delete(path)));
}

/** Another screen shows other reports. */
export const forgetFigures = (): void => change(() => older.clear());

function onChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The instant of the oldest figures on the screen; null while all are those of now. */
export const useOldestFigures = (): string | null => useSyncExternalStore(onChange, oldest);
