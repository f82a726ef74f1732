import { jestStep } from './jest-step.ts';
import { Tally } from './tally.ts';

/** The random and the concurrent tests of money, which this run repeats for hours: see docs/testing.md. */
const SOAKED = [
  'all-commands.property',
  'two-servers',
  'exactly-once',
  'figures-everywhere',
  'receipts-at-once',
  'credit-notes-at-once',
  'billing/settlement/write-offs',
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
process.exitCode = tally.close();
