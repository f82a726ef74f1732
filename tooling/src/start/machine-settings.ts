import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyBefore } from './secret-key.ts';

interface MachineSettings {
  /** What a command reads of this machine: its keys, and where the head of the audit log is kept. */
  variables: Record<string, string>;
  /** Which key that is, for whoever is not asked for one; null if the command asks, or was given one. */
  ofKey: string | null;
}

/** Of a machine that keeps its key in the file `secretKey`, if it has a database of its own. The environment wins. */
export function settingsOfMachine(
  secretKey: string | undefined,
  environment: NodeJS.ProcessEnv,
): MachineSettings {
  if (secretKey === undefined) return { variables: {}, ofKey: null };
  const head = { AUDIT_HEAD: environment.AUDIT_HEAD || join(dirname(secretKey), 'audit-head') };
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
