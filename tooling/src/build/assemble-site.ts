import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { release, type Builds } from '../release/change-site.ts';
import { writeWhole } from '../release/files.ts';
import { isNewTo } from '../release/history.ts';

/**
 * Releases those of a workspace's builds that are not what it released last. So a remote that was rolled back stays
 * where it is until there is something new.
 */
export function assembleSite(site: string, { host, remotes }: Required<Builds>): void {
  const isNew = isNewTo(site);
  const newRemotes = remotes.filter(isNew);
  if (isNew(host) || newRemotes.length > 0)
    release(site, { ...(isNew(host) && { host }), remotes: newRemotes });
  // Of this site the workspace is the deployment too.
  writeWhole(join(site, 'config.json'), readFileSync(host.at('config.json')));
}
