import { statSync } from 'node:fs';
import type { Built, BuiltHost, BuiltRemote } from './built.ts';

const filesOf = ({ record }: Built, pattern: RegExp): string[] =>
  Object.keys(record.files).filter((file) => pattern.test(file));

/** KB of the files whose names match the pattern, compressed as they are served. */
function kilobytes(built: Built, pattern: RegExp): number {
  const files = filesOf(built, pattern);
  if (files.length === 0) throw new Error(`${built.record.name} has no ${String(pattern)} to weigh`);
  return files.reduce((sum, file) => sum + statSync(built.at(file)).size / 1024, 0);
}

const above = (allowed: number, what: string, size: number): string[] =>
  size > allowed ? [`${what}: ${size.toFixed(1)} KB, ${allowed} KB are allowed`] : [];

/** KB loaded before sign-in. The hashes in file names alone change it by up to a third of a KB. */
const SIGN_IN = 125;
const SCREEN = 30;
/** KB that the forms, dialogs and filters of a remote share, loaded once beside the first screen. */
const FORMS = 10;
/**
 * KB of any screen without its own script, which for a list has up to 26 KB (docs/federation.md). The English texts of a remote are in its
 * entry, except for those that load with their screens; each screen adds some 0.1 KB for its name and its loader.
 */
const ALL_BUT_THE_SCREEN = 295;
/** KB that federation itself adds to each remote: its runtime and the table of its files, compressed by gzip. */
const RUNTIME = 25;

const hostTooBig = (host: BuiltHost): string[] => [
  ...above(SIGN_IN, 'sign-in', kilobytes(host, /\/(main|sign-in)\.\w+\.js\.br$/)),
  ...above(11, 'the stylesheet of the host', kilobytes(host, /\/main\.\w+\.css\.br$/)),
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

/** The reasons for which host and remotes are over budget: one import too many is noticed here, and not by people who wait for it. */
export function tooBig(host: BuiltHost, remotes: readonly BuiltRemote[]): string[] {
  const shell = kilobytes(host, /\/(main|libraries|shell)\.\w+\.js\.br$/);
  return [...hostTooBig(host), ...remotes.flatMap((remote) => remoteTooBig(remote, shell))];
}
