import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const folder = join(import.meta.dirname, 'flows');
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.flow.ts'))
  .map((name) => join(folder, name));

/** `node e2e/src/run.ts [part of a name]`: each flow in a process and a house of its own, one after the other. */
const wanted = files.filter((file) => file.includes(process.argv[2] ?? ''));
const counts = { passed: 0, failed: 0 };
const flows = run({ files: wanted, concurrency: 1, timeout: 900_000 });
flows.on('test:pass', ({ details }) => {
  if (details.type !== 'suite') counts.passed += 1;
});
flows.on('test:fail', ({ details }) => {
  if (details.type !== 'suite') counts.failed += 1;
  process.exitCode = 1;
});
flows.compose(new spec()).pipe(process.stdout);
flows.on('end', () => process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`));
