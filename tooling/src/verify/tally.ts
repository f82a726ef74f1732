import type { Ended } from './run-command.ts';

interface Count {
  passed: number;
  failed: number;
}

/** The result of a step with many tests. */
export interface StepCount extends Count {
  /** The failed tests, each with the beginning of its message. */
  failures?: readonly string[];
}

/** Adds up the steps of one run and prints a line for each, with the full output of a failed one. */
export class Tally {
  readonly total: Count = { passed: 0, failed: 0 };
  readonly #failures: string[] = [];

  /** Steps with many tests give a `count`; any other step counts as one test. A failed step counts as at least one failed test. */
  add(name: string, ended: Ended, count?: StepCount): void {
    const passed = count?.passed ?? (ended.isOk ? 1 : 0);
    const failed = ended.isOk ? (count?.failed ?? 0) : Math.max(count?.failed ?? 0, 1);
    this.total.passed += passed;
    this.total.failed += failed;
    const seconds = `${ended.seconds.toFixed(1)} s`;
    const counted = count ? `, ${passed} passed, ${failed} failed` : '';
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds}${counted})`);
    if (failed > 0) console.log(`${withoutPasses(ended.output)}\n`);
    this.#failures.push(...(count?.failures ?? []));
  }

  /**
   * Prints the failed tests of all steps once more, because people read the end of a log first, and the last line of the run, which many
   * tools read. Returns the exit code.
   */
  close(): number {
    for (const failure of this.#failures) console.log(`failed: ${failure}\n`);
    console.log(`\n${this.total.passed} passed, ${this.total.failed} failed`);
    return this.total.failed === 0 && this.total.passed > 0 ? 0 : 1;
  }
}

function withoutPasses(output: string): string {
  return output
    .split('\n')
    .filter((line) => !line.startsWith('PASS '))
    .join('\n')
    .trim();
}
