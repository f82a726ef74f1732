import { runNode } from './run-command.ts';
import type { Tally } from './tally.ts';
import { verifySteps } from './verify-steps.ts';

/** Two at a time, because all of them but `lint` use one processor. */
const AT_ONCE = 2;

/** Runs the checks, and adds each to the tally when it ends. */
export async function runVerifySteps(tally: Tally): Promise<void> {
  const waiting: string[] = [...verifySteps];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      tally.add(step, await runNode(['--run', step]));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
