import { jestStep } from './jest-step.ts';
import { hasOldestPostgres } from './oldest-postgres.ts';
import { testsThatCall } from './repeating-tests.ts';
import { Tally } from './tally.ts';
import { whyNoPowerCuts } from './why-no-power-cuts.ts';

const MINUTES = 600;

const tally = new Tally();
await jestStep(
  tally,
  'properties of pure figures',
  ['--selectProjects', 'contracts', 'api', '--testPathPatterns', 'property', 'money/withholding'],
  { DAYBOOK_SOAK: '1' },
  MINUTES,
);
await jestStep(
  tally,
  'soak',
  [
    '--selectProjects',
    'api',
    '--runInBand',
    `--testTimeout=${MINUTES * 60_000}`,
    '--runTestsByPath',
    ...testsThatCall('soak'),
  ],
  { DAYBOOK_SOAK: '1' },
  MINUTES,
);
const whyNot = whyNoPowerCuts();
if (whyNot !== undefined) console.log(`left out: power cuts, because ${whyNot}`);
if (!hasOldestPostgres()) console.log('left out: PostgreSQL 15, which is not installed');
process.exitCode = tally.close();
