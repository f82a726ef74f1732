import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyBefore } from './secret-key.ts';

interface MachineSettings {
  /** What a command reads of this machine: its keys, and where the head of the audit log is kept. */
  variables: Record<string, string>;
  /** Which key that is, for whoever is not asked for one; null if the command asks, or was given one. */
  ofKey: string | null;
}

/** What a command works on: the embedded database, that of DATABASE_URL, or one that only the command line names. */
export type Target = 'embedded' | 'environment' | 'elsewhere';

/**
 * Of a machine that keeps its key in the file `secretKey`. The environment wins. As `npm start` does it: the key also belongs to the
 * database of DATABASE_URL, but only beside the embedded one is the head kept without AUDIT_HEAD.
 */
export function settingsOfMachine(
  secretKey: string,
  target: Target,
  environment: NodeJS.ProcessEnv,
): MachineSettings {
  if (target === 'elsewhere') return { variables: {}, ofKey: null };
  const head: Record<string, string> =
    target === 'embedded'
      ? { AUDIT_HEAD: environment.AUDIT_HEAD || join(dirname(secretKey), 'audit-head') }
      : {};
  if (environment.SECRET_KEY || !existsSync(secretKey)) return { variables: head, ofKey: null };
  const before = keyBefore(secretKey);
  return {
    variables: {
      ...head,
      SECRET_KEY: readFileSync(secretKey, 'utf8').trim(),
      ...(before !== undefined && { SECRET_KEY_BEFORE: before }),
    },
    ofKey: `SECRET_KEY is the one of this machine, from ${secretKey}. If the firm has another, set it in .env.`,
  };
}
