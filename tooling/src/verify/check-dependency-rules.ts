import { existsSync, readdirSync } from 'node:fs';
import { z } from 'zod';
import { inWorkspace } from '../workspace.ts';
import { run } from './run-command.ts';

const Report = z.object({
  summary: z.object({
    totalCruised: z.int(),
    totalDependenciesCruised: z.int(),
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const sources = readdirSync(inWorkspace())
  .flatMap((name) => [`${name}/src`, `${name}/test`])
  .filter((folder) => existsSync(inWorkspace(folder)));
const { output } = await run('depcruise', [
  '--config',
  '.dependency-cruiser.cjs',
  '--output-type',
  'json',
  ...sources,
]);
const { summary } = Report.parse(JSON.parse(output));
for (const { from, to, rule } of summary.violations) console.error(`${from} → ${to}: ${rule.name}`);
// Without its parser, dependency-cruiser finds no modules and reports success.
if (summary.totalCruised === 0 || summary.totalDependenciesCruised === 0) {
  throw new Error('dependency-cruiser saw no module; is @swc/core installed?');
}
console.log(`${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports`);
if (summary.violations.length > 0) process.exitCode = 1;
