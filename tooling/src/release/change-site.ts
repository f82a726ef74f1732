import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Remotes, type RemoteRelease } from '@daybook/contracts/remotes';
import { tooBig } from '../build/budgets.ts';
import type { BuiltHost, BuiltRemote } from '../build/built.ts';
import { writeWhole } from './files.ts';
import { bundledTwice, reasonsAgainst, type Live } from './gate.ts';
import { readHistory, releasedVersions, writeHistory, type Entry, type History } from './history.ts';
import { collisions, damagedFiles, place } from './place.ts';
import { prune } from './prune.ts';
import { refuseIfAny, Refused } from './refused.ts';
import { withSiteLock } from './site-lock.ts';
import {
  entryOf,
  hostOf,
  isAsset,
  liveHost,
  liveVersions,
  readRemotes,
  remoteOf,
  remotesFile,
  versionFolder,
  versionIn,
} from './site.ts';

/** What goes live together: a contract that breaks needs its host and its remotes in one step. */
export interface Builds {
  host?: BuiltHost;
  remotes: readonly BuiltRemote[];
}

/** The remotes of the site as they would be with these. A remote that is switched off stays so. */
function remotesWith(
  site: string,
  builds: readonly BuiltRemote[],
  previousOf: (name: string, version: string, live?: RemoteRelease) => string | undefined,
): Live[] {
  const live = readRemotes(site);
  const replaced = builds.map((built): Live => {
    const { name, version, contract } = built.record;
    const before = live.find((release) => release.name === name);
    const previous = previousOf(name, version, before);
    const { screens, widgets } = built.screens;
    return {
      built,
      release: {
        name,
        version,
        entry: entryOf(name, version),
        ...(previous !== undefined && { previous }),
        ...(before?.disabled && { disabled: true }),
        contract,
        screens,
        widgets,
      },
    };
  });
  const rest = live.filter(({ name }) => !replaced.some(({ release }) => release.name === name));
  return [
    ...replaced,
    ...rest.map((release) => ({ release, built: remoteOf(site, release.name, release.version) })),
  ].toSorted((one, other) => (one.release.name < other.release.name ? -1 : 1));
}

function writeRemotes(site: string, releases: readonly RemoteRelease[]): void {
  const content = JSON.stringify(Remotes.parse({ remotes: releases }));
  if (existsSync(remotesFile(site)) && readFileSync(remotesFile(site), 'utf8') === content) return;
  writeWhole(remotesFile(site), content);
}

/** The page comes last: until then every address still leads to the host before. */
function openPage(site: string, { record, at }: BuiltHost): void {
  const files = Object.keys(record.files).filter((file) => !isAsset(file) && file !== 'index.html');
  for (const file of files) {
    // Its times and switches are the deployment's own.
    if (file === 'config.json' && existsSync(join(site, file))) continue;
    writeWhole(join(site, file), readFileSync(at(file)));
  }
  writeWhole(join(site, 'release.json'), JSON.stringify(record));
  writeWhole(join(site, 'index.html'), readFileSync(at('index.html')));
}

function goLive(
  site: string,
  { host, remotes }: Builds,
  next: readonly Live[],
  how: Entry['how'],
  now: Date,
): void {
  const history = readHistory(site);
  const changed = [...(host ? [host] : []), ...remotes];
  if (host) openPage(site, host);
  writeRemotes(
    site,
    next.map(({ release }) => release),
  );
  for (const { record } of changed)
    (history[record.name] ??= []).push({ version: record.version, at: now.toISOString(), how });
  writeHistory(site, prune(site, history, now));
}

/** Who has to be looked at: all, when the host is another. */
const touched = ({ host, remotes }: Builds, next: readonly Live[]): Live[] =>
  next.filter(({ release }) => host || remotes.some(({ record }) => record.name === release.name));

/** Puts builds in place, or refuses and changes nothing. */
export function release(site: string, builds: Builds, now = new Date()): void {
  mkdirSync(site, { recursive: true });
  withSiteLock(site, () => {
    const next = remotesWith(site, builds.remotes, (_name, version, live) =>
      live && live.version !== version ? live.entry : live?.previous,
    );
    const host = builds.host ?? liveHost(site);
    const changed = [...(builds.host ? [builds.host] : []), ...builds.remotes];
    refuseIfAny(changed.flatMap((built) => [...damagedFiles(built), ...collisions(site, built)]));
    const looked = touched(builds, next);
    const sound = looked.flatMap(({ built }) => built ?? []);
    refuseIfAny([
      ...reasonsAgainst(host, looked, next),
      ...(host ? sound.flatMap(({ record }) => bundledTwice(record, host.record)) : []),
      ...(host ? tooBig(host, sound) : []),
    ]);
    for (const built of changed) place(site, built);
    goLive(site, builds, next, 'release', now);
  });
}

/** The one released before this one that is still there. */
function earlier(site: string, history: History, name: string, version: string): string | undefined {
  const released = releasedVersions(history[name] ?? []);
  return released
    .slice(0, Math.max(0, released.indexOf(version)))
    .findLast((one) => existsSync(versionFolder(site, name, one)));
}

function versionToReturnTo(site: string, name: string, asked: string | undefined): string {
  const live = liveVersions(site).get(name);
  if (live === undefined) throw new Refused([`${name} has never been released there`]);
  const previous = readRemotes(site).find((release) => release.name === name)?.previous;
  const version = asked ?? (previous ? versionIn(previous) : earlier(site, readHistory(site), name, live));
  if (version === undefined) throw new Refused([`${name} has no version before ${live}`]);
  if (version === live) throw new Refused([`${name} ${version} is live already`]);
  if (!existsSync(versionFolder(site, name, version)))
    throw new Refused([`${name} ${version} is not there (any more): pnpm releases shows what is`]);
  return version;
}

function buildsOf(site: string, name: string, version: string): Builds {
  if (name === 'host') return { host: hostOf(site, version), remotes: [] };
  const built = remoteOf(site, name, version);
  if (built === null) throw new Refused([`${name} ${version} has no sound release.json`]);
  return { remotes: [built] };
}

/** Points back to a version that is still in place; without one to the version before. Nothing is weighed: it has to be quick. */
export function rollBack(site: string, name: string, asked?: string, now = new Date()): string {
  return withSiteLock(site, () => {
    const version = versionToReturnTo(site, name, asked);
    const builds = buildsOf(site, name, version);
    const next = remotesWith(site, builds.remotes, () => {
      const before = earlier(site, readHistory(site), name, version);
      return before && entryOf(name, before);
    });
    refuseIfAny([
      ...[...(builds.host ? [builds.host] : []), ...builds.remotes].flatMap(damagedFiles),
      ...reasonsAgainst(builds.host ?? liveHost(site), touched(builds, next), next),
    ]);
    goLive(site, builds, next, 'rollback', now);
    return version;
  });
}

/** The kill switch: no page that is opened from now on loads a remote that is off. */
export function switchRemote(site: string, name: string, isOn: boolean): void {
  withSiteLock(site, () => {
    const releases = readRemotes(site);
    if (!releases.some((one) => one.name === name))
      throw new Refused([`${name} has never been released there`]);
    writeRemotes(
      site,
      releases.map(({ disabled, ...one }) => {
        const isOff = one.name === name ? !isOn : disabled;
        return isOff ? { ...one, disabled: true } : one;
      }),
    );
  });
}
