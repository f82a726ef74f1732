import { runNode } from './run-command.ts';
import { Tally } from './tally.ts';
import { verifySteps } from './verify-steps.ts';

const tally = new Tally();
for (const step of verifySteps) tally.add(step, await runNode(['--run', step]));
process.exitCode = tally.close();
