import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../build/built.ts';

const Entry = z.object({
  version: z.string(),
  /** The instant at which it went live. */
  at: z.iso.datetime(),
  how: z.enum(['release', 'rollback']),
});
export type Entry = z.infer<typeof Entry>;

const History = z.record(z.string(), z.array(Entry));
/** When each version of host and remotes went live, the oldest first. Versions that were deleted later remain listed. */
export type History = z.infer<typeof History>;

export function readHistory(site: string): History {
  const file = join(site, 'history.json');
  return existsSync(file) ? History.parse(readJson(file)) : {};
}

/** The released versions in the order of their last release; a rollback does not change this order. */
export function releasedVersions(entries: readonly Entry[]): string[] {
  const released = entries.filter(({ how }) => how === 'release').map(({ version }) => version);
  return released.filter((version, index) => released.lastIndexOf(version) === index);
}

/** When a version was last live: `now` for the live one. */
export function lastLive(entries: readonly Entry[], version: string, now: Date): Date | undefined {
  const index = entries.findLastIndex((entry) => entry.version === version);
  if (index === -1) return undefined;
  const next = entries[index + 1];
  return next ? new Date(next.at) : now;
}
