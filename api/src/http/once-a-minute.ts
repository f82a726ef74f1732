import type { LoggerOptions } from 'pino';

const everyMs = 60_000;
/** Kinds come from code, not from what people send; this bounds what a mistake could cost. */
const mostKinds = 500;
const warning = 40;

interface Told {
  at: number;
  /** How many lines were left out since then. */
  left: number;
}

interface Said {
  code?: unknown;
  err?: { name?: string; code?: unknown; stack?: string };
}

/** What makes two lines say the same: the message, and the code and place of the error. Not a time, a request or a person. */
function kindOf([about, message]: unknown[]): string {
  if (typeof about === 'string') return about;
  const { code, err } = (about ?? {}) as Said;
  const [place] = err?.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? [];
  return JSON.stringify([message, code, err?.name, err?.code, place]);
}

/**
 * Warnings and errors of one kind are one line a minute, so that a full disk or an overload does not fill the disk with lines. The
 * next line says how many were left out (`left`).
 */
export function onceAMinute(now = () => performance.now()): NonNullable<LoggerOptions['hooks']> {
  const told = new Map<string, Told>();
  return {
    logMethod(given, method, level) {
      if (level < warning) return method.apply(this, given);
      const kind = kindOf(given);
      const last = told.get(kind);
      if (last && now() - last.at < everyMs) {
        last.left += 1;
        return undefined;
      }
      if (told.size >= mostKinds) told.clear();
      told.set(kind, { at: now(), left: 0 });
      const [about, ...rest] = given as unknown[];
      const isObject = typeof about === 'object' && about !== null;
      if (last && last.left > 0 && isObject)
        return method.apply(this, [{ ...about, left: last.left }, ...rest] as unknown as typeof given);
      return method.apply(this, given);
    },
  };
}
