import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { migrate } from '@daybook/api/db/migrate';
import { startTestServer } from '@daybook/tooling/test-database';

const folder = join(import.meta.dirname, 'flows');
/** The slowest flows start first, so that none of them runs alone at the end. */
const longest = ['every-screen', 'faults', 'main-path', 'permission-keys', 'unsaved-forms', 'sessions'];
const place = (name: string) => (longest.findIndex((one) => name.startsWith(one)) + 99) % 99;
const files = readdirSync(folder)
  .filter((name) => /^[^.].*\.flow\.ts$/.test(name))
  .toSorted((a, b) => place(a) - place(b))
  .map((name) => join(folder, name));

/**
 * `node e2e/src/run.ts [part of a name]`: each flow runs in a process of its own, with its own server and database. Two run at a time,
 * because they mostly wait.
 */
const wanted = files.filter((file) => file.includes(process.argv[2] ?? ''));
// The flows find the test server by the environment.
const postgres = await startTestServer(migrate);
const counts = { passed: 0, failed: 0 };
const flows = run({ files: wanted, concurrency: 2, timeout: 900_000 });
flows.on('test:pass', ({ details }) => {
  if (details.type !== 'suite') counts.passed += 1;
});
flows.on('test:fail', ({ name, details }) => {
  if (details.type !== 'suite') counts.failed += 1;
  process.exitCode = 1;
  // Printed at once: a flow whose start has failed may never end, and then no report would follow.
  console.error(`failed: ${name}\n`, details.error.cause ?? details.error);
});
flows.compose(new spec()).pipe(process.stdout);
async function end(): Promise<void> {
  await postgres.stop();
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
}
flows.on('end', () => void end());
