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
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { flush, putInPlace, unfinished } from './files.ts';

// Page, record, list of remotes and history change together: they lie in one folder of `.states`, `.live` points to the
// one that is live, and the files at the top of the site are links through it. One rename changes all of them.

const pointer = (site: string) => join(site, '.live');
const statesFolder = (site: string) => join(site, '.states');
const liveNumber = (site: string) => Number(basename(readlinkSync(pointer(site))));

/** Settings are the deployment's own, and in no state. */
const isOfState = (file: string) => !file.startsWith('.') && file !== 'config.json';

export type State = Map<string, Buffer | string>;

/** The files that are live, by name. A site of an earlier Daybook has them at its top, and no pointer. */
export function liveState(site: string): State {
  const folder = existsSync(pointer(site)) ? pointer(site) : site;
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .map(({ name }) => name)
      .filter(isOfState)
      .map((name) => [name, readFileSync(join(folder, name))]),
  );
}

function link(to: string, path: string): void {
  rmSync(unfinished(path), { force: true });
  symlinkSync(to, unfinished(path));
  putInPlace([path]);
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

function linkAll(site: string, names: Iterable<string>): void {
  for (const name of names) if (!isLink(join(site, name))) link(`.live/${name}`, join(site, name));
}

function write(folder: string, state: State, before: string): void {
  // What a crash has left; the state that is live has another number.
  for (const path of [folder, unfinished(folder)]) rmSync(path, { recursive: true, force: true });
  mkdirSync(unfinished(folder), { recursive: true });
  for (const [name, content] of state) {
    const [path, old] = [join(unfinished(folder), name), join(before, name)];
    // What is the same stays the same file: its time is what browsers compare.
    if (existsSync(old) && readFileSync(old).equals(Buffer.from(content))) linkSync(old, path);
    else writeFileSync(path, content);
    flush(path);
  }
  flush(unfinished(folder));
  renameSync(unfinished(folder), folder);
  flush(join(folder, '..'));
}

function makeLive(site: string, number: number, state: State, before: string): void {
  write(join(statesFolder(site), String(number)), state, before);
  link(`.states/${number}`, pointer(site));
}

/** Leaves the state before, which a request that came this moment may still read. */
function sweep(site: string): void {
  for (const name of readdirSync(site))
    if (isLink(join(site, name)) && !existsSync(join(site, name))) rmSync(join(site, name));
  for (const entry of readdirSync(statesFolder(site)))
    if (!(Number(entry) >= liveNumber(site) - 1))
      rmSync(join(statesFolder(site), entry), { recursive: true });
}

/** Makes these files what the site says, all at once; under the lock of the site. */
export function putLive(site: string, state: State): void {
  if (!existsSync(pointer(site))) makeLive(site, 1, liveState(site), site);
  linkAll(site, liveState(site).keys());
  linkAll(site, state.keys());
  const number = liveNumber(site);
  makeLive(site, number + 1, state, join(statesFolder(site), String(number)));
  sweep(site);
}
