import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { release, type Builds } from '../release/change-site.ts';
import { writeWhole } from '../release/files.ts';

/**
 * Releases those of a workspace's builds that are not what it released last. So a remote that was rolled back stays
 * where it is until there is something new, and a branch that is gone back to is live again.
 */
export function assembleSite(site: string, builds: Required<Builds>): void {
  release(site, builds, { which: 'notReleasedLast' });
  // Of this site the workspace is the deployment too.
  writeWhole(join(site, 'config.json'), readFileSync(builds.host.at('config.json')));
}
