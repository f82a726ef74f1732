import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { flush } from '../flush.ts';
import { putInPlace, unfinished } from './files.ts';
import { Refused } from './refused.ts';
import { isAsset, liveHost } from './site.ts';

// Page, record, list of remotes and history change together. They are in one folder below `.states`; `.live` is a link to the live
// folder, and the files at the top of the site are links through it. One rename changes all of them.

const pointer = (site: string) => join(site, '.live');
const statesFolder = (site: string) => join(site, '.states');
/** The number of the live state; 0 in a site that has none yet. */
function liveNumber(site: string): number {
  if (!existsSync(pointer(site))) return 0;
  if (isLink(pointer(site))) return Number(basename(readlinkSync(pointer(site))));
  throw new Refused([`${site} was copied without its links: copy it with "cp -a"`]);
}

export type State = Map<string, Buffer | string>;

/** Names of the files that a release of this host writes at the top of a site. All other files there belong to the deployment. */
function namesOfState(site: string): string[] {
  const page = Object.keys(liveHost(site)?.record.files ?? {}).filter((file) => !isAsset(file));
  const lists = ['remotes.json', 'remotes.json.gz', 'remotes.json.br', 'history.json'];
  return [...page.filter((file) => file !== 'config.json'), 'release.json', ...lists];
}

/** The live files by name, as visitors receive them. In a site of an earlier Daybook they are at its top and not in a state. */
export function liveState(site: string): State {
  const names = namesOfState(site).filter((name) => existsSync(join(site, name)));
  return new Map(names.map((name) => [name, readFileSync(join(site, name))]));
}

function link(to: string, path: string): void {
  rmSync(unfinished(path), { force: true });
  symlinkSync(to, unfinished(path));
  putInPlace([path]);
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

const isLinkIntoLive = (path: string) => isLink(path) && readlinkSync(path).startsWith('.live/');

function linkAll(site: string, names: Iterable<string>): void {
  for (const name of names) if (!isLink(join(site, name))) link(`.live/${name}`, join(site, name));
}

function write(folder: string, state: State, before: string): void {
  // These may be left over from a crash; the live state has another number.
  for (const path of [folder, unfinished(folder)]) rmSync(path, { recursive: true, force: true });
  mkdirSync(unfinished(folder), { recursive: true });
  for (const [name, content] of state) {
    const [path, old] = [join(unfinished(folder), name), join(before, name)];
    // An unchanged file remains the same file, because browsers compare its modification time.
    if (existsSync(old) && readFileSync(old).equals(Buffer.from(content))) linkSync(old, path);
    else writeFileSync(path, content);
    makeNewer(path, old);
    flush(path);
  }
  flush(unfinished(folder));
  renameSync(unfinished(folder), folder);
  flush(join(folder, '..'));
}

/** Servers distinguish two contents of the same size by the second of their modification time, so a new file must be a second newer. */
function makeNewer(path: string, old: string): void {
  const before = statSync(old, { throwIfNoEntry: false });
  const now = statSync(path);
  if (!before || before.ino === now.ino || now.mtimeMs - before.mtimeMs >= 1_000) return;
  const time = new Date(before.mtimeMs + 1_000);
  utimesSync(path, time, time);
}

/** Writes the next state of the site and makes it live. */
function makeLive(site: string, state: State): void {
  const number = liveNumber(site);
  const folder = (one: number) => join(statesFolder(site), String(one));
  write(folder(number + 1), state, number === 0 ? site : folder(number));
  link(`.states/${number + 1}`, pointer(site));
}

/** Deletes old states, except the previous one, which a request in progress may still read. */
function purge(site: string): void {
  for (const name of readdirSync(site))
    if (isLinkIntoLive(join(site, name)) && !existsSync(join(site, name))) rmSync(join(site, name));
  for (const entry of readdirSync(statesFolder(site)))
    if (!(Number(entry) >= liveNumber(site) - 1))
      rmSync(join(statesFolder(site), entry), { recursive: true });
}

/** Makes these files live, all at once. The caller holds the lock of the site. */
export function putLive(site: string, state: State): void {
  const live = liveState(site);
  // An earlier Daybook, which has no links, wrote these files.
  if (liveNumber(site) === 0 || [...live.keys()].some((name) => !isLink(join(site, name))))
    makeLive(site, live);
  linkAll(site, [...live.keys(), ...state.keys()]);
  makeLive(site, state);
  purge(site);
}
