import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { moveIntoPlace } from './move-into-place.ts';
import { inWorkspace, workspaceRoot } from './workspace.ts';

const git = (...given: string[]): string =>
  execFileSync('git', given, {
    cwd: workspaceRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

const migrationsOf = (commit: string): string[] =>
  git('ls-tree', '--name-only', commit, 'api/migrations/')
    .split('\n')
    .filter((file) => /\/\d{4}_/.test(file))
    .toSorted();

/**
 * The last commit of main that is a day older. Between releases, migrations are merged in another order than that of their numbers; a release has
 * all up to its last, so a commit that lacks one of them could not have been one.
 */
function commitOfTheDayBefore(): string {
  const committed = Number(git('log', '-1', '--format=%ct'));
  const older = git('rev-list', '--first-parent', `--before=${committed - 86_400}`, 'HEAD').split('\n');
  const own = migrationsOf('HEAD');
  const found = older.find((commit) => migrationsOf(commit).every((file, index) => file === own[index]));
  if (found === undefined) throw new Error('No commit is a day older and has the first of these migrations.');
  return found;
}

/** What is live while this commit is released: the tag before it or, as long as there is none, what could have been released the day before. */
export function previousRelease(): string {
  const tags = git('tag', '--merged', 'HEAD^');
  return tags === ''
    ? commitOfTheDayBefore()
    : git('rev-list', '-1', git('describe', '--tags', '--abbrev=0', 'HEAD^'));
}

/** Checks out a commit with its dependencies in a folder of its own, unless an earlier run has left it there. Returns that workspace. */
export function checkedOut(commit: string): string {
  const folder = inWorkspace('.daybook', 'baselines', commit);
  if (existsSync(folder)) return folder;
  mkdirSync(inWorkspace('.daybook', 'baselines'), { recursive: true });
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  git('clone', '--quiet', '--shared', workspaceRoot, unfinished);
  const { packageManager } = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  const run = (program: string, ...given: string[]) =>
    execFileSync(program, given, { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] });
  run('git', 'checkout', '--quiet', commit);
  run('npx', '--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline');
  moveIntoPlace(unfinished, folder);
  return folder;
}

/** The same, and builds it. */
export function builtCommit(commit: string): string {
  const folder = checkedOut(commit);
  if (!existsSync(join(folder, 'dist', 'site')))
    execFileSync(process.execPath, [join('tooling', 'src', 'build.ts')], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  return folder;
}
