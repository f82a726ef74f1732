import { runVerifySteps } from './run-verify-steps.ts';
import { Tally } from './tally.ts';

const tally = new Tally();
await runVerifySteps(tally);
process.exitCode = tally.close();
