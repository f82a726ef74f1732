import { statSync } from 'node:fs';
import type { Built, BuiltHost, BuiltRemote } from './built.ts';

const filesOf = ({ record }: Built, pattern: RegExp): string[] =>
  Object.keys(record.files).filter((file) => pattern.test(file));

/** KB of the files that a pattern names, as served: compressed. */
function kilobytes(built: Built, pattern: RegExp): number {
  const files = filesOf(built, pattern);
  if (files.length === 0) throw new Error(`${built.record.name} has no ${String(pattern)} to weigh`);
  return files.reduce((sum, file) => sum + statSync(built.at(file)).size / 1024, 0);
}

const above = (allowed: number, what: string, size: number): string[] =>
  size > allowed ? [`${what}: ${size.toFixed(1)} KB, ${allowed} KB are allowed`] : [];

/** Loaded before anybody is known; names of files alone, which are hashes, move it by a third of a KB. */
const SIGN_IN = 204;
const SCREEN = 30;
/** What all its forms, dialogs and filters share, loaded once beside the first screen. */
const FORMS = 10;
/**
 * A plain list is a script of some 12 KB besides; without federation all of it is 396 KB (docs/federation.md). The English
 * texts of a remote come with its entry, so that each feature adds some 0.2 KB.
 */
const ALL_BUT_THE_SCREEN = 404;
/** What federation itself costs each remote: its runtime, and the table of its files. By gzip. */
const RUNTIME = 25;

const hostTooBig = (host: BuiltHost): string[] => [
  ...above(SIGN_IN, 'sign-in', kilobytes(host, /\/(main|sign-in)\.\w+\.js\.br$/)),
  ...above(8, 'the stylesheet of the host', kilobytes(host, /\/main\.\w+\.css\.br$/)),
  ...above(35, 'what a form needs besides', kilobytes(host, /\/antd-form\.\w+\.js\.br$/)),
];

function remoteTooBig(remote: BuiltRemote, shell: number): string[] {
  const { name } = remote.record;
  const entry = kilobytes(remote, /^(remoteEntry|__federation_expose_remote)\.\w+\.js\.br$/);
  return [
    ...above(ALL_BUT_THE_SCREEN, `any screen of ${name} without itself`, shell + entry),
    ...above(RUNTIME, `the entry of ${name}, by gzip`, kilobytes(remote, /^remoteEntry\.\w+\.js\.gz$/)),
    ...above(FORMS, `the forms of ${name}`, kilobytes(remote, /^(form|fields)\.\w+\.js\.br$/)),
    ...filesOf(remote, /^src_.*\.js\.br$/).flatMap((file) =>
      above(SCREEN, `${name}, ${file}`, statSync(remote.at(file)).size / 1024),
    ),
  ];
}

/** What one import too many costs is seen here, not by the person who waits for it. */
export function tooBig(host: BuiltHost, remotes: readonly BuiltRemote[]): string[] {
  const shell = kilobytes(host, /\/(main|antd-list|shell)\.\w+\.js\.br$/);
  return [...hostTooBig(host), ...remotes.flatMap((remote) => remoteTooBig(remote, shell))];
}
