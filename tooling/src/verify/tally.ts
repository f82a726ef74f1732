import type { Ended } from './run-command.ts';

interface Count {
  passed: number;
  failed: number;
}

/** Adds up the steps of one run and prints a line for each, with the full output of a failed one. */
export class Tally {
  readonly total: Count = { passed: 0, failed: 0 };

  /** Steps with many tests give a `count`; any other step counts as one test. A failed step counts as at least one failed test. */
  add(name: string, ended: Ended, count?: Count): void {
    const passed = count?.passed ?? (ended.isOk ? 1 : 0);
    const failed = ended.isOk ? (count?.failed ?? 0) : Math.max(count?.failed ?? 0, 1);
    this.total.passed += passed;
    this.total.failed += failed;
    const seconds = `${ended.seconds.toFixed(1)} s`;
    const counted = count ? `, ${passed} passed, ${failed} failed` : '';
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds}${counted})`);
    if (failed > 0) console.log(`${withoutPasses(ended.output)}\n`);
  }

  /** Prints the last line of the run, which many tools read. Returns the exit code. */
  close(): number {
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
