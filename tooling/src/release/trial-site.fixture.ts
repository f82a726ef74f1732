import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListedRemotes } from '@daybook/contracts/remotes';
import { hostIn, remoteIn } from '../build/built.ts';
import { release } from './change-site.ts';
import { makeHost, makeRemote } from './made-up.fixture.ts';
import { Refused } from './refused.ts';

const refusalOf = (act: () => void): Refused => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

/** The content of every file below the folder, by path; files at the top are read through their links. */
export const contents = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/\/\.(?:states|live)(?:\/|$)/.test(path))
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  );

/** Called once at the top of a test file. Provides a new empty site for each test, builds for it, and functions that read the site. */
export function trialSite() {
  let folder = '';
  let made = 0;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-release-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const site = () => join(folder, 'site');
  const place = () => join(folder, `build-${(made += 1)}`);
  const read = (file: string) => readFileSync(join(site(), file), 'utf8');
  const remotes = () => ListedRemotes.parse(JSON.parse(read('remotes.json'))).remotes;
  const remote = (name: string, given?: Parameters<typeof makeRemote>[2]) =>
    remoteIn(makeRemote(place(), name, given));
  return {
    get folder() {
      return folder;
    },
    get site() {
      return site();
    },
    place,
    read,
    remotes,
    remote,
    host: (given?: Parameters<typeof makeHost>[1]) => hostIn(makeHost(place(), given)),
    releaseRemote: (name: string, version: string, at?: Date) =>
      release(site(), { remotes: [remote(name, { version })] }, at && { now: at }),
    /** The version that is live and the one before it. */
    live: (name: string) => {
      const found = remotes().find((one) => one.name === name);
      return found && [found.version, found.previous?.split('/')[3]];
    },
    /** The reasons of a refusal, after checking that it changed nothing. */
    refusal: (act: () => void): readonly string[] => {
      const before = contents(site());
      const { reasons } = refusalOf(act);
      expect(contents(site())).toEqual(before);
      return reasons;
    },
  };
}
