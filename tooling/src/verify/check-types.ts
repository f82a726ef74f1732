import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { inWorkspace } from '../workspace.ts';
import { run } from './run-command.ts';

const packages = readdirSync(inWorkspace()).filter((name) => existsSync(inWorkspace(name, 'tsconfig.json')));
if (packages.length === 0) throw new Error('No package with a tsconfig.json was found.');

const waiting = [...packages];
const workers = Array.from({ length: availableParallelism() }, async () => {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const { isOk, output } = await run('tsc', ['-p', inWorkspace(name)]);
    if (isOk) continue;
    console.error(output);
    process.exitCode = 1;
  }
});
await Promise.all(workers);
