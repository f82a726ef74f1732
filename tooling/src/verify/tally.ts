import type { Ended } from './run-command.ts';

interface Count {
  passed: number;
  failed: number;
}

/** Adds up the steps of one run and tells of each in a line; what a failed one said follows in full. */
export class Tally {
  readonly total: Count = { passed: 0, failed: 0 };

  /** `count` is given by steps that hold many tests; any other step is one test. A step that failed fails at least one. */
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

  /** The last line of the run; many tools read it. */
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
