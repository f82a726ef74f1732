import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWorkspace } from '../workspace.ts';

/** Writes a generated module into a folder from which the host's dependencies can be resolved. Returns its path. */
export function generated(name: string, content: string): string {
  const folder = inWorkspace('host/node_modules/.cache');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
