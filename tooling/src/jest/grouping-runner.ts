import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import TestRunner from 'jest-runner';
import type { Test, TestEvents, TestRunnerOptions, TestWatcher, UnsubscribeFn } from 'jest-runner';
import { groupsOf, sourceOf } from './grouping.ts';
import { partsOf } from './part-of-group.ts';

/**
 * jest loads all modules again for each test file, which takes two seconds for the 800 modules of the server. This runner gives jest
 * groups of files, and reports each file as if it had run alone.
 */
export default class GroupingRunner extends TestRunner {
  readonly #members = new Map<string, Test[]>();

  override async runTests(tests: Test[], watcher: TestWatcher, options: TestRunnerOptions): Promise<void> {
    // A test name pattern refers to the names of ungrouped tests.
    if (this._globalConfig.testNamePattern) return super.runTests(tests, watcher, options);
    const folder = mkdtempSync(join(tmpdir(), 'daybook-groups-'));
    try {
      const workers = options.serial ? 1 : this._globalConfig.maxWorkers;
      const grouped = groupsOf(tests, workers).map(({ tests: members }, index) =>
        this.#asOne(members, join(folder, `group-${index}.test.cjs`)),
      );
      await super.runTests(grouped, watcher, options);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  #asOne(members: Test[], path: string): Test {
    const [first, second] = members;
    if (first === undefined) throw new Error('A group without files.');
    if (second === undefined) return first;
    writeFileSync(path, sourceOf(members, this._globalConfig.testTimeout));
    this.#members.set(path, members);
    return { context: first.context, path };
  }

  override on<Name extends keyof TestEvents>(
    name: Name,
    listener: (event: TestEvents[Name]) => void | Promise<void>,
  ): UnsubscribeFn {
    return super.on(name, async (event) => {
      for (const each of this.#eventsOfFiles(name, event)) await listener(each as TestEvents[Name]);
    });
  }

  #eventsOfFiles<Name extends keyof TestEvents>(
    name: Name,
    event: TestEvents[Name],
  ): TestEvents[keyof TestEvents][] {
    const [test, outcome] = event;
    const members = typeof test === 'string' ? undefined : this.#members.get(test.path);
    if (members === undefined) return [event];
    if (name === 'test-file-success')
      return partsOf(members, outcome as TestEvents['test-file-success'][1], this._globalConfig);
    return members.map((member) => [member, outcome] as TestEvents[Name]);
  }
}
