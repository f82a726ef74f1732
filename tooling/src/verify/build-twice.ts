import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../build/built.ts';
import type { BuildRecord } from '../build/build-record.ts';
import { inWorkspace } from '../workspace.ts';
import { runNode, type Ended } from './run-command.ts';

const copy = inWorkspace('.cache', 'in another folder');
const notCopied = new Set(['.cache', '.daybook', '.git', 'dist']);

/** A copy of the workspace by hard links, which costs a second. */
function copyWorkspace(): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(inWorkspace()))
    if (!notCopied.has(name)) execFileSync('cp', ['-al', inWorkspace(name), copy]);
}

async function buildIn(workspace: string, folder: string) {
  rmSync(join(workspace, folder, 'dist'), { recursive: true, force: true });
  const ended = await runNode([join(workspace, 'tooling/src/webpack/compile.ts'), folder]);
  const files = ended.isOk
    ? (readJson(join(workspace, folder, 'dist/release.json')) as BuildRecord).files
    : undefined;
  return { ...ended, files };
}

/** Builds a package here and in a copy of the workspace in another folder; each file must have the same bytes. */
export async function buildTwice(folder: string): Promise<Ended> {
  const here = await buildIn(inWorkspace(), folder);
  if (!here.files) return here;
  const before = here.files;
  copyWorkspace();
  const { files: after, ...there } = await buildIn(copy, folder);
  rmSync(copy, { recursive: true });
  if (!after) return there;
  const other = Object.keys({ ...before, ...after }).filter((file) => before[file] !== after[file]);
  return {
    isOk: other.length === 0,
    output: other.map((file) => `${file} is another one in the copy`).join('\n'),
    seconds: here.seconds + there.seconds,
  };
}
