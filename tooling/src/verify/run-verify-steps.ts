import { runNode } from './run-command.ts';
import type { Tally } from './tally.ts';
import { verifySteps } from './verify-steps.ts';

/** Two at a time, because all of them but `lint` use one processor. */
const AT_ONCE = 2;

/** The type checker is written in Go and ends soon: it collects its garbage less often, which takes no more memory here. */
const PATIENT_COLLECTOR = { GOGC: '400' };

/** Runs the checks, and adds each to the tally when it ends. */
export async function runVerifySteps(tally: Tally): Promise<void> {
  const waiting: string[] = [...verifySteps];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      tally.add(step, await runNode(['--run', step], PATIENT_COLLECTOR));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
