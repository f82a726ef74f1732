import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../build/built.ts';

const Entry = z.object({
  version: z.string(),
  /** When it went live. */
  at: z.iso.datetime(),
  how: z.enum(['release', 'rollback']),
});
export type Entry = z.infer<typeof Entry>;

const History = z.record(z.string(), z.array(Entry));
/** What went live when, of host and remotes, the oldest first. Versions that were removed since stay in it. */
export type History = z.infer<typeof History>;

export function readHistory(site: string): History {
  const file = join(site, 'history.json');
  return existsSync(file) ? History.parse(readJson(file)) : {};
}

/** The versions that were released, in the order of their last release: a rollback does not make a version newer. */
export function releasedVersions(entries: readonly Entry[]): string[] {
  const released = entries.filter(({ how }) => how === 'release').map(({ version }) => version);
  return released.filter((version, index) => released.lastIndexOf(version) === index);
}

/** When a version was last live; the one that is live still is so now. */
export function lastLive(entries: readonly Entry[], version: string, now: Date): Date | undefined {
  const index = entries.findLastIndex((entry) => entry.version === version);
  if (index === -1) return undefined;
  const next = entries[index + 1];
  return next ? new Date(next.at) : now;
}
