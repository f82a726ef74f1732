import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ListedRemotes, type ListedRemote } from '@daybook/contracts/remotes';
import { hostIn, readJson, remoteIn, type BuiltHost, type BuiltRemote } from '../build/built.ts';

/** The folder with the versions of a remote, or of the host. */
export const versionsFolder = (site: string, name: string): string =>
  name === 'host' ? join(site, 'hosts') : join(site, 'mf', name);

export const versionFolder = (site: string, name: string, version: string): string =>
  join(versionsFolder(site, name), version);

export const versionsOnDisk = (site: string, name: string): string[] =>
  existsSync(versionsFolder(site, name))
    ? readdirSync(versionsFolder(site, name)).filter((entry) => !entry.startsWith('.'))
    : [];

/** All hosts have their scripts in one folder, with a hash in each name, so a page of an earlier host still finds its scripts. */
export const isAsset = (file: string): boolean => file.startsWith('assets/');

export const hostOf = (site: string, version: string): BuiltHost =>
  hostIn(versionFolder(site, 'host', version), (file) =>
    isAsset(file) ? join(site, file) : join(versionFolder(site, 'host', version), file),
  );

/** Null if the version has no valid record. */
export function remoteOf(site: string, name: string, version: string): BuiltRemote | null {
  try {
    return remoteIn(versionFolder(site, name, version));
  } catch {
    return null;
  }
}

export const remotesFile = (site: string): string => join(site, 'remotes.json');

export const readRemotes = (site: string): ListedRemote[] =>
  existsSync(remotesFile(site)) ? ListedRemotes.parse(readJson(remotesFile(site))).remotes : [];

/** The host whose page is live. */
export const liveHost = (site: string): BuiltHost | null =>
  existsSync(join(site, 'release.json')) ? hostIn(site) : null;

export function liveVersions(site: string): Map<string, string> {
  const host = liveHost(site);
  const remotes = readRemotes(site).map(({ name, version }) => [name, version] as const);
  return new Map(host ? [['host', host.record.version], ...remotes] : remotes);
}

export const entryOf = (name: string, version: string): string => `/mf/${name}/${version}/mf-manifest.json`;

export const versionIn = (entry: string): string | undefined => entry.split('/')[3];
