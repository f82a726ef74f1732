import { formatExecError, formatResultsErrors } from 'jest-message-util';
import type { Config, Test, TestEvents } from 'jest-runner';
import { labelOf } from './grouping.ts';

type TestResult = TestEvents['test-file-success'][1];
type Assertion = TestResult['testResults'][number];

/** The result of each file, as if it had run alone. */
export function partsOf(tests: readonly Test[], whole: TestResult, globalConfig: Config.GlobalConfig) {
  let { start } = whole.perfStats;
  return tests.map((test, index): [Test, TestResult] => {
    const label = labelOf(test);
    const own = whole.testResults
      .filter(({ ancestorTitles }) => ancestorTitles[0] === label)
      .map((assertion) => withoutLabel(assertion, label));
    const isLast = index === tests.length - 1;
    const end = isLast ? whole.perfStats.end : Math.max(start, ...own.map(endOf));
    const part = partOf(test, whole, own, { start, end }, globalConfig);
    start = end;
    // It is unknown which file printed this, so the first one reports all of it.
    const console = index === 0 ? whole.console : undefined;
    return [test, { ...withStray(part, tests, whole, globalConfig), console }];
  });
}

function partOf(
  { path, context }: Test,
  whole: TestResult,
  own: Assertion[],
  { start, end }: { start: number; end: number },
  globalConfig: Config.GlobalConfig,
): TestResult {
  const numberOf = (status: Assertion['status']) => own.filter((each) => each.status === status).length;
  return {
    ...whole,
    testExecError: undefined,
    testFilePath: path,
    testResults: own,
    failureMessage: formatResultsErrors(own, context.config, globalConfig, path),
    numFailingTests: numberOf('failed'),
    numPassingTests: numberOf('passed'),
    numPendingTests: numberOf('pending'),
    numTodoTests: numberOf('todo'),
    skipped: own.length === numberOf('pending'),
    perfStats: {
      ...whole.perfStats,
      start,
      end,
      runtime: end - start,
      slow: (end - start) / 1000 > context.config.slowTestThreshold,
    },
  };
}

/** A failure outside any test is reported in the file that its stack names; if it names none, in the first file, with a list of all. */
function withStray(
  part: TestResult,
  tests: readonly Test[],
  whole: TestResult,
  globalConfig: Config.GlobalConfig,
) {
  const { testExecError } = whole;
  const named = tests.find(({ path }) => String(testExecError?.stack).includes(path));
  const teller = named ?? tests[0];
  if (!testExecError || part.testFilePath !== teller?.path) return part;
  const stack = named
    ? testExecError.stack
    : `Outside any test, in one of ${tests.map(labelOf).join(', ')}:\n${testExecError.stack}`;
  const said = formatExecError({ ...testExecError, stack }, teller.context.config, globalConfig, teller.path);
  return { ...part, testExecError, failureMessage: `${part.failureMessage ?? ''}\n\n${said}` };
}

const withoutLabel = (assertion: Assertion, label: string): Assertion => ({
  ...assertion,
  ancestorTitles: assertion.ancestorTitles.slice(1),
  fullName: assertion.fullName.slice(label.length + 1),
});

const endOf = ({ startAt, duration }: Assertion): number => (startAt ?? 0) + (duration ?? 0);
