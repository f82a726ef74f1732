import { jestStep } from './jest-step.ts';
import { hasOldestPostgres } from './oldest-postgres.ts';
import { Tally } from './tally.ts';
import { whyNoPowerCuts } from './why-no-power-cuts.ts';

/** The random and the concurrent tests of money and of failures, which this run repeats for hours: see docs/testing.md. */
const SOAKED = [
  'all-commands.property',
  'two-servers',
  'exactly-once',
  'figures-everywhere',
  'receipts-at-once',
  'credit-notes-at-once',
  'billing/settlement/write-offs',
  'kill-nine',
  'power-cuts',
  'backup-under-load',
  'large-upgrade',
];
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
  ['--selectProjects', 'api', '--runInBand', '--testPathPatterns', ...SOAKED],
  { DAYBOOK_SOAK: '1' },
  MINUTES,
);
const whyNot = whyNoPowerCuts();
if (whyNot !== undefined) console.log(`left out: power cuts, because ${whyNot}`);
if (!hasOldestPostgres()) console.log('left out: PostgreSQL 15, which is not installed');
process.exitCode = tally.close();
