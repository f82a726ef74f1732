import { existsSync } from 'node:fs';
import { inWorkspace } from '../workspace.ts';
import { findChromium } from './chromium.ts';
import { jestStep } from './jest-step.ts';
import { hasOldestPostgres, startOldestPostgres } from './oldest-postgres.ts';
import { runNode } from './run-command.ts';
import { runVerifySteps } from './run-verify-steps.ts';
import { Tally } from './tally.ts';

/** The tests of the migrations, of the schema and of the laws, and the main test of billing. */
const ON_OLDEST = [
  'db/migrate',
  'db/generated-schema',
  'db/laws',
  'test/upgrade',
  'billing/invoices/invoices.test',
];

const tally = new Tally();
// A browser for the flows is downloaded while the other steps run.
const chromiumIsComing = findChromium();
chromiumIsComing.catch(() => undefined);
await runVerifySteps(tally);
await jestStep(tally, 'unit, api and screens');
// Each waits in part: the one for its PostgreSQL, the other for its last package.
const [built] = await Promise.all([
  runNode([inWorkspace('tooling', 'src', 'build.ts')]),
  runOnOldestPostgres(),
]);
tally.add('build', built);
if (built.isOk) await runEndToEnd();
else
  tally.add('end to end', { isOk: false, output: 'not run: there is no site without a build', seconds: 0 });
process.exitCode = tally.close();

async function runOnOldestPostgres(): Promise<void> {
  if (!hasOldestPostgres()) return console.log('left out: PostgreSQL 15, which is not installed');
  const postgres = await startOldestPostgres();
  await jestStep(
    tally,
    'API on PostgreSQL 15',
    ['--selectProjects', 'api', '--testPathPatterns', ...ON_OLDEST],
    { TEST_DATABASE_URL: postgres.url },
  );
  await postgres.stop();
}

async function runEndToEnd(): Promise<void> {
  const script = inWorkspace('e2e', 'src', 'run.ts');
  if (!existsSync(script)) return;
  const chromium = await chromiumIsComing;
  if (chromium.path === undefined)
    return tally.add('end to end', { isOk: false, output: chromium.output, seconds: 0 });
  const ended = await runNode([script], { CHROMIUM_PATH: chromium.path });
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(ended.output) ?? [];
  tally.add(
    'end to end',
    ended,
    passed === undefined ? undefined : { passed: Number(passed), failed: Number(failed) },
  );
}
