import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { release, type Builds } from '../release/change-site.ts';
import { writeWhole } from '../release/files.ts';

/**
 * Releases each build of the workspace that differs from the last one it released. A remote that was rolled back therefore stays rolled
 * back until there is a new build, and a build of another branch becomes live again.
 */
export function assembleSite(site: string, builds: Required<Builds>): void {
  release(site, builds, { which: 'notReleasedLast' });
  // The workspace is also the deployment of this site, so it sets the site's config.json.
  writeWhole(join(site, 'config.json'), readFileSync(builds.host.at('config.json')));
}
