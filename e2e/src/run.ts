import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { migrate } from '@daybook/api/db/migrate';
import { startTestServer } from '@daybook/tooling/test-database';

const folder = join(import.meta.dirname, 'flows');
/** By how long they take, so that none of these is left alone at the end. */
const longest = ['every-screen', 'faults', 'main-path', 'permission-keys', 'unsaved-forms', 'sessions'];
const place = (name: string) => (longest.findIndex((one) => name.startsWith(one)) + 99) % 99;
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.flow.ts'))
  .toSorted((a, b) => place(a) - place(b))
  .map((name) => join(folder, name));

/** `node e2e/src/run.ts [part of a name]`: each flow in a process with a server and a database of its own, two at a time, for they mostly wait. */
const wanted = files.filter((file) => file.includes(process.argv[2] ?? ''));
// They find it by the environment.
const postgres = await startTestServer(migrate);
const counts = { passed: 0, failed: 0 };
const flows = run({ files: wanted, concurrency: 2, timeout: 900_000 });
flows.on('test:pass', ({ details }) => {
  if (details.type !== 'suite') counts.passed += 1;
});
flows.on('test:fail', ({ name, details }) => {
  if (details.type !== 'suite') counts.failed += 1;
  process.exitCode = 1;
  // At once: a flow whose start has failed may never end, and then nothing else is told.
  console.error(`failed: ${name}\n`, details.error.cause ?? details.error);
});
flows.compose(new spec()).pipe(process.stdout);
async function end(): Promise<void> {
  await postgres.stop();
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
}
flows.on('end', () => void end());
