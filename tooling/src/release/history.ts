import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson, type Built } from '../build/built.ts';
import { writeWhole } from './files.ts';
import { liveVersions } from './site.ts';

const Entry = z.object({
  version: z.string(),
  /** When it went live. */
  at: z.iso.datetime(),
  how: z.enum(['release', 'rollback']),
});
export type Entry = z.infer<typeof Entry>;

const History = z.record(z.string(), z.array(Entry));
/** What went live when, of host and remotes, the oldest first. */
export type History = z.infer<typeof History>;

const fileOf = (site: string) => join(site, 'history.json');

/** What is live and not in it went live just before a crash. */
export function readHistory(site: string): History {
  const history = existsSync(fileOf(site)) ? History.parse(readJson(fileOf(site))) : {};
  for (const [name, version] of liveVersions(site)) {
    const entries = (history[name] ??= []);
    if (entries.at(-1)?.version === version) continue;
    const at = statSync(join(site, name === 'host' ? 'release.json' : 'remotes.json')).mtime.toISOString();
    entries.push({ version, at, how: 'release' });
  }
  return history;
}

export const writeHistory = (site: string, history: History): void =>
  writeWhole(fileOf(site), JSON.stringify(history));

/** The versions that were released, in the order of their last release: a rollback does not make a version newer. */
export function releasedVersions(entries: readonly Entry[]): string[] {
  const released = entries.filter(({ how }) => how === 'release').map(({ version }) => version);
  return released.filter((version, index) => released.lastIndexOf(version) === index);
}

/** Whether a build is another than what was released last, be that rolled back or not. */
export function isNewTo(site: string): (built: Built) => boolean {
  const history = readHistory(site);
  return ({ record: { name, version } }) => releasedVersions(history[name] ?? []).at(-1) !== version;
}

/** When a version was last live; the one that is live still is so now. */
export function lastLive(entries: readonly Entry[], version: string, now: Date): Date | undefined {
  const index = entries.findLastIndex((entry) => entry.version === version);
  if (index === -1) return undefined;
  const next = entries[index + 1];
  return next ? new Date(next.at) : now;
}
