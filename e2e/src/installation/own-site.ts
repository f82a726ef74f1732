import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import { builtSite } from './open-installation.ts';
import { releasesIn } from './site-screens.ts';

export interface OwnSite {
  folder: string;
  releases: () => RemoteRelease[];
  /** Changes the live releases, for pages opened from now on and for open pages that check again. */
  change: (patch: (release: RemoteRelease) => RemoteRelease) => void;
  remove: () => void;
}

/** A copy of the built site that a flow may change. It has no earlier version to fall back to. */
export function ownSite(config: object): OwnSite {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-site-'));
  // Links are copied as links, so they point into the copy.
  cpSync(builtSite, folder, { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const list = join(folder, 'remotes.json');
  const releases = () => releasesIn(folder);
  // The server sends the compressed twins instead of a list that has some.
  for (const twin of ['.br', '.gz']) rmSync(list + twin);
  const change: OwnSite['change'] = (patch) =>
    writeFileSync(list, JSON.stringify({ remotes: releases().map(patch) }));
  change((release) => {
    const { previous: _earlier, ...alone } = release;
    return alone;
  });
  return { folder, releases, change, remove: () => rmSync(folder, { recursive: true }) };
}
