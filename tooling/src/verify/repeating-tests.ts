import { globSync, readFileSync } from 'node:fs';
import { inWorkspace } from '../workspace.ts';

/** The test files of the API whose repetitions this function of api/test/effort.ts decides. Without one, jest would run all files. */
export function testsThatCall(name: 'effort' | 'soak'): string[] {
  const files = globSync('api/{src,test}/**/*.test.ts', { cwd: inWorkspace() }).filter((file) =>
    readFileSync(inWorkspace(file), 'utf8').includes(`${name}(`),
  );
  if (files.length === 0) throw new Error(`No test of the API calls ${name}.`);
  return files.toSorted();
}
