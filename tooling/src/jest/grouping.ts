import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Test } from 'jest-runner';

/** Larger groups would save little more, and a process keeps the documents and caches of all of them. */
const largest = 20;

/** A file that mocks a module would do so for its whole group; a comment says why another one runs alone. */
const actsOnAll = /^(?:jest\.mock\(|\/\/ Runs alone: )/m;

/** The tests of tooling load few modules. */
const ungrouped = new Set(['tooling']);

const runsAlone = ({ context }: Test, source: string): boolean =>
  ungrouped.has(context.config.displayName?.name ?? '') || actsOnAll.test(source);

/** The test files that one worker runs as one. */
export interface Group {
  tests: Test[];
  cost: number;
}

/** Divides the tests of a run; the most expensive groups come first, so that all workers end together. */
export function groupsOf(tests: readonly Test[], workers: number): Group[] {
  const byProject = Map.groupBy(tests, ({ context }) => context.config.id);
  // The projects of a whole run keep all workers busy even if a small one is a single group.
  const fewest = byProject.size > 1 ? 1 : workers;
  return [...byProject.values()]
    .flatMap((ofProject) => groupsOfProject(ofProject, fewest))
    .toSorted((one, other) => other.cost - one.cost);
}

function groupsOfProject(tests: Test[], fewest: number): Group[] {
  const costed = tests.map((test) => ({ test, source: readFileSync(test.path, 'utf8') }));
  const { alone = [], together = [] } = Object.groupBy(costed, ({ test, source }) =>
    runsAlone(test, source) ? 'alone' : 'together',
  );
  const count = Math.min(together.length, Math.max(fewest, Math.ceil(together.length / largest)));
  const groups = Array.from({ length: count }, (): Group => ({ tests: [], cost: 0 }));
  const dearestFirst = together
    .map(({ test, source }) => ({ test, cost: costOf(test, source) }))
    .toSorted((one, other) => other.cost - one.cost);
  for (const { test, cost } of dearestFirst) {
    const cheapest = groups.reduce((least, group) => (group.cost < least.cost ? group : least));
    cheapest.tests.push(test);
    cheapest.cost += cost;
  }
  return [...groups, ...alone.map(({ test, source }) => ({ tests: [test], cost: costOf(test, source) }))];
}

/** The milliseconds of the last run, or if there was none, one for each character of the source. */
const costOf = (test: Test, source: string): number => test.duration ?? source.length;

/** The name of the `describe` that holds a file's tests in its group. */
export const labelOf = ({ context, path }: Test): string => relative(context.config.rootDir, path);

const describeFile = (test: Test): string => `
describe(${JSON.stringify(labelOf(test))}, () => {
  try {
    require(${JSON.stringify(test.path)});
  } catch (error) {
    it('loads', () => {
      throw error;
    });
  }
  longest = Math.max(longest, globalThis[timeLimit] ?? 0);
  afterAll(() => globalThis.afterTestFile?.());
});
`;

/**
 * A test file that contains others: their imports are loaded once, and the hooks of each run only for its own tests. The longest time
 * limit that one of them sets (`jest.setTimeout`) holds for all, because a limit only ends what hangs. Setup files may define
 * `afterTestFile`, which undoes what a file leaves behind.
 */
export const sourceOf = (tests: readonly Test[], usualLimit = 5_000): string => `
// Where jest keeps the limit.
const timeLimit = Symbol.for('TEST_TIMEOUT_SYMBOL');
let longest = ${usualLimit};
${tests.map(describeFile).join('')}
jest.setTimeout(longest);
`;
