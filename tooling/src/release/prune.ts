import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { lastLive, readHistory, type History } from './history.ts';
import { unfinished } from './files.ts';
import { hostOf, liveVersions, readRemotes, versionFolder, versionIn, versionsOnDisk } from './site.ts';

const KEPT = 10;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 14;

/** Versions that may be deleted. A page stays open for days and may request any file of its version (docs/rules.md#versions-stay-for-open-tabs). */
function outlived(site: string, name: string, history: History, now: Date): string[] {
  const inUse = new Set([
    liveVersions(site).get(name),
    ...readRemotes(site).map((remote) => remote.name === name && versionIn(remote.previous ?? '')),
  ]);
  return versionsOnDisk(site, name)
    .map((version) => {
      const noted = lastLive(history[name] ?? [], version, now);
      return { version, until: noted ?? statSync(versionFolder(site, name, version)).mtime };
    })
    .toSorted((one, other) => other.until.getTime() - one.until.getTime())
    .slice(KEPT)
    .filter(({ until }) => now.getTime() - until.getTime() > KEPT_DAYS * DAY_MS)
    .map(({ version }) => version)
    .filter((version) => !inUse.has(version));
}

function removeFolder(folder: string): void {
  // Renamed first, so that an incomplete version never has its name.
  renameSync(folder, unfinished(folder));
  rmSync(unfinished(folder), { recursive: true });
}

/** The files that the stored hosts name; null if one of their records cannot be read. */
function namedByHosts(site: string): Set<string> | null {
  try {
    const hosts = versionsOnDisk(site, 'host').map((version) => hostOf(site, version));
    return new Set(hosts.flatMap(({ record }) => Object.keys(record.files)));
  } catch {
    return null;
  }
}

/** Deletes scripts that no stored host names any more. */
function removeOldAssets(site: string, now: Date): void {
  const folder = join(site, 'assets');
  if (!existsSync(folder)) return;
  const named = namedByHosts(site);
  if (named === null) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isOld = () => now.getTime() - statSync(path).mtimeMs > KEPT_DAYS * DAY_MS;
    if (entry.isFile() && !named.has(relative(site, path)) && isOld()) rmSync(path);
  }
}

/** Deletes the versions and scripts that no open page can need. */
export function prune(site: string, now: Date): void {
  const history = readHistory(site);
  const names = new Set(['host', ...liveVersions(site).keys()]);
  for (const name of names)
    for (const version of outlived(site, name, history, now))
      removeFolder(versionFolder(site, name, version));
  removeOldAssets(site, now);
}
