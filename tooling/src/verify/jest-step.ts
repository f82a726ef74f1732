import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { inWorkspace } from '../workspace.ts';
import { runNode } from './run-command.ts';
import type { Tally } from './tally.ts';

/** Rendering screens leaves much garbage; with room for more young objects it is collected less often. jest gives its workers the same. */
const ROOM = '--max-semi-space-size=64';

const JestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  // Counts files that do not load, which have no failed test.
  numRuntimeErrorTestSuites: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** The failed tests and the beginning of each message, which are hard to find in a log of 6,000 tests. */
function failuresOf({ testResults }: z.infer<typeof JestReport>): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const file = relative(inWorkspace(), name);
    // If a file does not load, or a hook fails after the tests, no test has failed.
    if (failed.length === 0) return message === '' ? [] : [`${file}: ${beginningOf(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}\n${beginningOf(failureMessages?.[0] ?? '')}`,
    );
  });
}

/** The test files that took the longest. A run that takes too long becomes shorter by these. */
function slowestOf({ testResults }: z.infer<typeof JestReport>): string {
  return testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 12)
    .map(({ name, seconds }) => `${seconds.toFixed(0)} s ${relative(inWorkspace(), name)}`)
    .join('\n       ');
}

const beginningOf = (message: string): string =>
  stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n');

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
  const seed = environment.TEST_SEED ?? process.env.TEST_SEED ?? '1';
  const jest = inWorkspace('node_modules', 'jest', 'bin', 'jest.js');
  const ended = await runNode([ROOM, jest, '--json', `--outputFile=${file}`, ...args], environment, minutes);
  const report = existsSync(file) ? JestReport.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  rmSync(folder, { recursive: true });
  const failures = report ? failuresOf(report) : [];
  const count = report && {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    failures,
  };
  tally.add(name, ended, count);
  if (report) console.log(`       ${slowestOf(report)}`);
  if (failures.length > 0) console.log(`to repeat the disturbances of the screen tests: TEST_SEED=${seed}`);
}
