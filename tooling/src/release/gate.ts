import { satisfies } from 'semver';
import { wordsOf, type ListedRemote } from '@daybook/contracts/remotes';
import { screenPath } from '@daybook/contracts/screens';
import type { BuiltHost, BuiltRemote } from '../build/built.ts';
import type { HostRecord, RemoteRecord } from '../build/build-record.ts';

/** A remote as remotes.json is going to list it; `built` is null if its version has no valid record. */
export interface Live {
  release: ListedRemote;
  built: BuiltRemote | null;
}

/** The reasons for which a remote would not run in a host. */
export function misfits(remote: RemoteRecord, host: HostRecord): string[] {
  const called = `${remote.name} ${remote.version}`;
  const reasons = Object.entries(remote.needs).flatMap(([module, range]) => {
    const provided = host.provides[module];
    if (provided === undefined) return [`${called} needs ${module}, which the host does not provide`];
    if (satisfies(provided, range)) return [];
    return [`${called} needs ${module} ${range}, the host provides ${provided}`];
  });
  if (!satisfies(host.contract, remote.contract))
    reasons.push(`${called} needs the contract ${remote.contract}, the host has ${host.contract}`);
  const lacking = Object.entries(remote.takes).flatMap(([module, names]) => {
    const given = host.gives[module];
    return given ? names.filter((name) => !given.includes(name)).map((name) => `${name} of ${module}`) : [];
  });
  return [...reasons, ...lacking.map((name) => `${called} needs ${name}, which the host does not have`)];
}

/**
 * One sentence for each word that a remote’s screens declare and the host does not know. The host would not draw those
 * screens.
 */
export function unknownWords(
  release: Pick<ListedRemote, 'name' | 'version' | 'screens' | 'widgets'>,
  { words }: Pick<HostRecord, 'words'>,
): string[] {
  if (words === undefined) return [];
  return wordsOf(release)
    .filter((word) => !words.includes(word))
    .map((word) => `${release.name} ${release.version} declares "${word}", which the host does not know`);
}

/** The library of a module: the part for a module of `shared/`, and the package for any other. */
const libraryOf = (module: string): string =>
  module.startsWith('@daybook/') ? module : (/^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module);

/** Libraries that the remote bundles although the host provides them; a second copy would be a second store, theme or session. */
export function bundledTwice(remote: RemoteRecord, host: HostRecord): string[] {
  const provided = new Set(Object.keys(host.provides).map(libraryOf));
  return remote.bundles
    .filter((library) => provided.has(library))
    .map((library) => `${remote.name} ${remote.version} bundles ${library}, which the host provides`);
}

const pathsOf = ({ screens }: Pick<ListedRemote, 'screens'>): string[] =>
  screens.flatMap(({ path, aliases = [] }) => [path, ...aliases]);

const impossiblePaths = (release: ListedRemote): string[] =>
  pathsOf(release)
    .filter((path) => !screenPath.test(path))
    .map((path) => `${release.name} ${release.version} declares the path "${path}", which is no address`);

/** Paths of a remote that the host has too. A literal path counts if a parameter of the host's path would match it: the router prefers it. */
export function ownPathsTaken(release: ListedRemote, ownPaths: readonly string[]): string[] {
  const patterns = ownPaths.map((path) => new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}$`, 'i'));
  return pathsOf(release)
    .filter((path) => patterns.some((pattern) => pattern.test(path)))
    .map((path) => `the path ${path} of ${release.name} is the host’s own`);
}

/** `a/:id` and `A/:clientId` are the same path. `a/add` and `a/:id` are not, because the router prefers the literal one. */
const shapeOf = (path: string) => path.replaceAll(/:[^/]+/g, ':').toLowerCase();

function twice(what: string, claims: readonly (readonly [remote: string, claim: string])[]): string[] {
  const holders = new Map<string, string[]>();
  for (const [remote, claim] of claims) holders.set(claim, [...(holders.get(claim) ?? []), remote]);
  return [...holders]
    .filter(([, remotes]) => remotes.length > 1)
    .map(([claim, remotes]) => `${what} ${claim} is claimed twice, by ${remotes.join(' and ')}`);
}

/** Screen ids, paths and widget ids that are declared more than once in the site. */
export function claimedTwice(releases: readonly ListedRemote[]): string[] {
  const screens = releases.flatMap((release) => release.screens.map((one) => [release.name, one] as const));
  const widgets = releases.flatMap((release) => release.widgets.map(({ id }) => [release.name, id] as const));
  const paths = releases.flatMap((release) =>
    pathsOf(release).map((path) => [release.name, shapeOf(path)] as const),
  );
  return [
    ...twice(
      'the screen id',
      screens.map(([remote, { id }]) => [remote, id]),
    ),
    ...twice('the path', paths),
    ...twice('the widget id', widgets),
  ];
}

/** The reasons for which the changed remotes cannot run in this host beside all the others. */
export function reasonsAgainst(
  host: BuiltHost | null,
  changed: readonly Live[],
  all: readonly Live[],
): string[] {
  if (host === null) return ['no host has been released there yet: release the host first'];
  const unfit = changed.flatMap(({ release, built }) =>
    built === null
      ? [`${release.name} ${release.version} has no sound release.json: release it anew`]
      : [
          ...misfits(built.record, host.record),
          ...unknownWords(release, host.record),
          ...impossiblePaths(release),
          ...ownPathsTaken(release, host.record.paths),
        ],
  );
  return [...unfit, ...claimedTwice(all.map(({ release }) => release))];
}
