import { existsSync } from 'node:fs';
import { hasPgBouncer } from '../postgres/pooler.ts';
import { canReplicate } from '../postgres/replicated-postgres.ts';
import { inWorkspace, packageOf, remoteNames } from '../workspace.ts';
import { buildTwice } from './build-twice.ts';
import { findChromium } from './chromium.ts';
import { hasOldestPostgres, startOldestPostgres } from './oldest-postgres.ts';
import { jestStep } from './jest-step.ts';
import { testsThatCall } from './repeating-tests.ts';
import { runNode } from './run-command.ts';
import { Tally } from './tally.ts';

/** Enough for what takes longest: the tests that repeat themselves, in one process. */
const MINUTES = 120;

const tally = new Tally();
const inApi = ['--selectProjects', 'api'];
if (!canReplicate()) console.log('left out: the loss of the primary (apt-get install postgresql-15 haproxy)');
await jestStep(
  tally,
  'the extended tests of the API',
  [
    ...inApi,
    '--runInBand',
    `--testTimeout=${MINUTES * 60_000}`,
    '--runTestsByPath',
    ...testsThatCall('effort'),
  ],
  { DAYBOOK_NIGHTLY: '1' },
  MINUTES,
);
await jestStep(
  tally,
  'screens under other disturbances',
  ['--selectProjects', 'shared', 'host', ...remoteNames.map(packageOf)],
  { TEST_SEED: String(Date.now()) },
  MINUTES,
);
if (hasOldestPostgres()) {
  const postgres = await startOldestPostgres();
  await jestStep(
    tally,
    'the whole API on PostgreSQL 15',
    inApi,
    { TEST_DATABASE_URL: postgres.url },
    MINUTES,
  );
  await postgres.stop();
} else {
  console.log(
    'left out: the whole API on PostgreSQL 15, which is not installed (apt-get install postgresql-15)',
  );
}
if (hasPgBouncer())
  await jestStep(tally, 'the whole API behind PgBouncer', inApi, { TEST_PGBOUNCER: '1' }, MINUTES);
else
  console.log('left out: the whole API behind PgBouncer, which is not installed (apt-get install pgbouncer)');
await flows();
await scans();
for (const folder of ['host', ...remoteNames.map(packageOf)])
  tally.add(`${folder}, built in two folders`, await buildTwice(folder));
process.exitCode = tally.close();

async function flows(): Promise<void> {
  const built = await runNode([inWorkspace('tooling', 'src', 'build.ts')]);
  tally.add('build', built);
  if (!built.isOk) return;
  const name = 'flows in every language';
  const chromium = await findChromium();
  if (chromium.path === undefined)
    return tally.add(name, { isOk: false, output: chromium.output, seconds: 0 });
  const environment = { CHROMIUM_PATH: chromium.path, DAYBOOK_NIGHTLY: '1' };
  const script = inWorkspace('e2e', 'src', 'run.ts');
  tally.add(name, await runNode([script], environment, MINUTES));
}

/** What scanners of the network, of sites and of SQL injection find. */
async function scans(): Promise<void> {
  const tools = ['nmap', 'sqlmap', 'wapiti'];
  if (!tools.every((tool) => existsSync(`/usr/bin/${tool}`)))
    return console.log(
      'left out: the scans, because not all tools are installed (apt-get install nmap sqlmap wapiti)',
    );
  tally.add('scans', await runNode([inWorkspace('e2e', 'src', 'scan', 'main.ts')], {}, MINUTES));
}
