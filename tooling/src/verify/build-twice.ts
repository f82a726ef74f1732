import { readJson } from '../build/built.ts';
import type { BuildRecord } from '../build/build-record.ts';
import { inWorkspace } from '../workspace.ts';
import { runNode, type Ended } from './run-command.ts';

/** Builds a package twice from nothing; each file must have the same bytes. */
export async function buildTwice(folder: string): Promise<Ended> {
  const build = () => runNode([inWorkspace('tooling/src/webpack/compile.ts'), folder]);
  const files = () => (readJson(inWorkspace(folder, 'dist/release.json')) as BuildRecord).files;
  const first = await build();
  if (!first.isOk) return first;
  const before = files();
  const second = await build();
  if (!second.isOk) return second;
  const after = files();
  const other = Object.keys({ ...before, ...after }).filter((file) => before[file] !== after[file]);
  return {
    isOk: other.length === 0,
    output: other.map((file) => `${file} is another one the second time`).join('\n'),
    seconds: first.seconds + second.seconds,
  };
}
