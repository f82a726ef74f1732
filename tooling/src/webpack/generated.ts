import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWorkspace } from '../workspace.ts';

/** Modules made by the build lie where the host's own dependencies are found from. */
export function generated(name: string, content: string): string {
  const folder = inWorkspace('host/node_modules/.cache');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
