import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { inWorkspace } from '../workspace.ts';
import { runNode } from './run-command.ts';
import type { Tally } from './tally.ts';

const JestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  // A file that does not load has no failed test.
  numRuntimeErrorTestSuites: z.int(),
});

/** Runs jest with further arguments and adds its tests to the tally. */
export async function jestStep(
  tally: Tally,
  name: string,
  args: string[] = [],
  environment: Record<string, string> = {},
  minutes?: number,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-jest-'));
  const file = join(folder, 'report.json');
  const jest = inWorkspace('node_modules', 'jest', 'bin', 'jest.js');
  const ended = await runNode([jest, '--json', `--outputFile=${file}`, ...args], environment, minutes);
  const report = existsSync(file) ? JestReport.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  rmSync(folder, { recursive: true });
  const count = report && {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  };
  tally.add(name, ended, count);
}
