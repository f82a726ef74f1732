import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inWorkspace, workspaceRoot } from '@daybook/tooling/workspace';

/** Checks out and builds a commit in a folder of its own, unless an earlier run has left it there. Returns that workspace. */
export function builtCommit(commit: string): string {
  const folder = inWorkspace('.daybook', 'baselines', commit);
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(folder)) {
    mkdirSync(inWorkspace('.daybook', 'baselines'), { recursive: true });
    execFileSync('git', ['clone', '--quiet', '--shared', workspaceRoot, folder]);
    run('git', 'checkout', '--quiet', commit);
    run('npx', '--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile');
  }
  if (!existsSync(join(folder, 'dist', 'site'))) run(process.execPath, join('tooling', 'src', 'build.ts'));
  return folder;
}
