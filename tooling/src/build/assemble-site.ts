import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { release } from '../release/change-site.ts';
import { writeWhole } from '../release/files.ts';
import { readHistory, releasedVersions } from '../release/history.ts';
import { inWorkspace, packageOf, remoteNames } from '../workspace.ts';
import { hostIn, remoteIn } from './built.ts';

export const siteFolder = inWorkspace('dist/site');

/**
 * Releases what was built and is not what was released last. So a remote that was rolled back stays where it is until
 * there is something new.
 */
export function assembleSite(site = siteFolder): void {
  const history = readHistory(site);
  const isNew = ({ record: { name, version } }: { record: { name: string; version: string } }) =>
    releasedVersions(history[name] ?? []).at(-1) !== version;
  const host = hostIn(inWorkspace('host/dist'));
  const remotes = remoteNames.map((name) => remoteIn(inWorkspace(packageOf(name), 'dist'))).filter(isNew);
  if (isNew(host) || remotes.length > 0) release(site, { ...(isNew(host) && { host }), remotes });
  // The deployment of this site is this workspace.
  writeWhole(join(site, 'config.json'), readFileSync(inWorkspace('host/config.json')));
}
