import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ListedRemotes, type ListedRemote } from '@daybook/contracts/remotes';
import { tooBig } from '../build/budgets.ts';
import type { BuildRecord } from '../build/build-record.ts';
import type { BuiltHost, BuiltRemote } from '../build/built.ts';
import { writeWhole } from './files.ts';
import { bundledTwice, reasonsAgainst, type Live } from './gate.ts';
import { readHistory, releasedVersions, type Entry, type History } from './history.ts';
import { liveState, putLive, type State } from './live-state.ts';
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
  versionFolder,
  versionIn,
} from './site.ts';

/** Builds that go live together; a breaking contract needs host and remotes in one step. */
export interface Builds {
  host?: BuiltHost;
  remotes: readonly BuiltRemote[];
}

/** The list of remotes that the site would have with these builds. A remote that is switched off stays off. */
function remotesWith(
  site: string,
  builds: readonly BuiltRemote[],
  previousOf: (name: string, version: string, live?: ListedRemote) => string | undefined,
): Live[] {
  const live = readRemotes(site);
  const replaced = builds.map((built): Live => {
    const { name, version, contract } = built.record;
    const before = live.find((release) => release.name === name);
    const previous = previousOf(name, version, before);
    const { screens, widgets, files } = built.screens;
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
        ...(files && { files }),
      },
    };
  });
  const rest = live.filter(({ name }) => !replaced.some(({ release }) => release.name === name));
  return [
    ...replaced,
    ...rest.map((release) => ({ release, built: remoteOf(site, release.name, release.version) })),
  ].toSorted((one, other) => (one.release.name < other.release.name ? -1 : 1));
}

/** The list of remotes, with the compressed twins that servers send instead. */
function listed(releases: readonly ListedRemote[]): State {
  const list = Buffer.from(JSON.stringify(ListedRemotes.parse({ remotes: releases })));
  return new Map([
    ['remotes.json', list],
    ['remotes.json.gz', gzipSync(list)],
    ['remotes.json.br', brotliCompressSync(list)],
  ]);
}

/** The page of a host and its record. `config.json` belongs to the deployment: only a new site gets the host's. */
function pageOf(site: string, { record, at }: BuiltHost): State {
  if (!existsSync(join(site, 'config.json')))
    writeWhole(join(site, 'config.json'), readFileSync(at('config.json')));
  const files = Object.keys(record.files).filter((file) => !isAsset(file) && file !== 'config.json');
  return new Map<string, Buffer | string>([
    ...files.map((file) => [file, readFileSync(at(file))] as const),
    ['release.json', JSON.stringify(record)],
  ]);
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
  for (const { record } of changed)
    (history[record.name] ??= []).push({ version: record.version, at: now.toISOString(), how });
  const state = host ? pageOf(site, host) : liveState(site);
  const list = listed(next.map(({ release }) => release));
  putLive(site, new Map([...state, ...list, ['history.json', JSON.stringify(history)]]));
  prune(site, now);
}

/** The remotes to check: all of them if the host changes. */
const touched = ({ host, remotes }: Builds, next: readonly Live[]): Live[] =>
  next.filter(({ release }) => host || remotes.some(({ record }) => record.name === release.name));

/** Which of the given builds to release: all, those never released there, or those that differ from the last one released there. */
export type Which = 'all' | 'neverReleased' | 'notReleasedLast';

function chosen(site: string, { host, remotes }: Builds, which: Which): Builds {
  const history = readHistory(site);
  const isChosen = ({ record: { name, version } }: BuiltHost | BuiltRemote) => {
    const released = releasedVersions(history[name] ?? []);
    if (which === 'neverReleased') return !released.includes(version);
    return which === 'all' || released.at(-1) !== version;
  };
  return { ...(host && isChosen(host) && { host }), remotes: remotes.filter(isChosen) };
}

/** Releases builds, or throws Refused and changes nothing. Returns the records of what went live. */
export function release(
  site: string,
  given: Builds,
  { which = 'all', now = new Date() }: { which?: Which; now?: Date } = {},
): BuildRecord[] {
  mkdirSync(site, { recursive: true });
  return withSiteLock(site, () => {
    const builds = chosen(site, given, which);
    const changed = [...(builds.host ? [builds.host] : []), ...builds.remotes];
    if (changed.length === 0) return [];
    const next = remotesWith(site, builds.remotes, (_name, version, live) =>
      live && live.version !== version ? live.entry : live?.previous,
    );
    refuseUnsound(site, builds, next);
    for (const built of changed) place(site, built);
    goLive(site, builds, next, 'release', now);
    return changed.map(({ record }) => record);
  });
}

function refuseUnsound(site: string, builds: Builds, next: readonly Live[]): void {
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
}

/** The latest version that was released before this one and is still stored. */
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

/** Makes a stored version live, by default the previous one. Checks no budget, because a rollback has to be fast. */
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

/** The kill switch: pages opened from now on do not load a remote that is off. */
export function switchRemote(site: string, name: string, isOn: boolean): void {
  withSiteLock(site, () => {
    const releases = readRemotes(site);
    if (!releases.some((one) => one.name === name))
      throw new Refused([`${name} has never been released there`]);
    const switched = releases.map(({ disabled, ...one }) => {
      const isOff = one.name === name ? !isOn : disabled;
      return isOff ? { ...one, disabled: true } : one;
    });
    putLive(site, new Map([...liveState(site), ...listed(switched)]));
  });
}
