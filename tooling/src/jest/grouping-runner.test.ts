import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inWorkspace } from '../workspace.ts';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; ancestorTitles: string[] }[];
  }[];
}

const countsTo = (number: number) =>
  `const { next } = require('./counter.js'); it('counts', () => expect(next()).toBe(${number}));`;
const hooked = `
  let ran = 0;
  beforeAll(() => { ran += 10; });
  beforeEach(() => { ran += 1; });
  it('runs its own hooks', () => expect(ran).toBe(11));`;

const files = {
  'counter.js': `
    require('node:fs').appendFileSync(require('node:path').join(__dirname, 'loads'), 'loaded ');
    let count = 0;
    exports.next = () => (count += 1);`,
  'first-to-import.test.js': `require('./counter.js'); it('stands', () => undefined);`,
  'second-to-import.test.js': `require('./counter.js'); it('stands', () => undefined);`,
  'house.test.js': `
    describe('a house', () => {
      it('stands', () => undefined);
      it.todo('grows');
      it.skip('falls', () => undefined);
    });`,
  'wrong.test.js': `it('adds up', () => expect(1 + 1).toBe(3));`,
  'one-with-hooks.test.js': hooked,
  'other-with-hooks.test.js': hooked,
  'broken.test.js': `throw new Error('no such thing');`,
  'empty.test.js': '',
  'late.test.js': `it('leaves', () => undefined); afterAll(() => { throw new Error('left open'); });`,
  'mocking.test.js': `jest.mock('./counter.js', () => ({ next: () => 7 }));\n${countsTo(7)}`,
  'patient.test.js': `
    jest.setTimeout(60_000);
    it('waits', () => new Promise((done) => setTimeout(done, 1_000)));`,
  'lonely.test.js': `// Runs alone: it begins to count.\n${countsTo(1)}`,
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-grouping-'));
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs jest with the runner over all files, in one worker. */
async function run(...args: string[]) {
  const config = {
    rootDir: folder,
    testEnvironment: 'node',
    transform: {},
    runner: inWorkspace('tooling', 'src', 'jest', 'grouping-runner.ts'),
  };
  const output = join(folder, 'report.json');
  const all = [
    '--config',
    JSON.stringify(config),
    '--runInBand',
    '--testTimeout=500',
    '--json',
    `--outputFile=${output}`,
    ...args,
  ];
  const jest = inWorkspace('node_modules', 'jest', 'bin', 'jest.js');
  const log = await new Promise<string>((done) => {
    execFile(process.execPath, [jest, ...all], { cwd: folder }, (_error, _stdout, stderr) => done(stderr));
  });
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report;
  const resultOf = (file: keyof typeof files) =>
    report.testResults.find(({ name }) => name === join(folder, file));
  const told = (file: keyof typeof files) =>
    resultOf(file)?.assertionResults.map(({ status, fullName }) => `${status}: ${fullName}`);
  return { report, log, resultOf, told };
}

describe('a run in groups', () => {
  let ran: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    ran = await run();
  });

  it('loads the imports of the files in a group once', () => {
    // Once for the group, and once for the file that runs alone and does not mock the module.
    expect(readFileSync(join(folder, 'loads'), 'utf8')).toBe('loaded loaded ');
  });

  it('reports each file under its own path, and each test under its ungrouped name', () => {
    expect(ran.told('house.test.js')).toEqual([
      'passed: a house stands',
      'todo: a house grows',
      'pending: a house falls',
    ]);
    expect(ran.resultOf('house.test.js')?.assertionResults[0]?.ancestorTitles).toEqual(['a house']);
    expect(ran.told('wrong.test.js')).toEqual(['failed: adds up']);
    expect(ran.resultOf('wrong.test.js')?.message).toContain('● adds up');
    expect(ran.log).toContain('PASS ./house.test.js');
    expect(ran.log).toContain('FAIL ./wrong.test.js');
  });

  it('counts the same tests as an ungrouped run', () => {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = ran.report;
    expect([numPassedTests, numFailedTests]).toEqual([9, 2]);
    // The file without a test, and the failure outside any test.
    expect(numRuntimeErrorTestSuites).toBe(2);
  });

  it('runs the hooks of a file only for its own tests', () => {
    expect(ran.told('one-with-hooks.test.js')).toEqual(['passed: runs its own hooks']);
    expect(ran.told('other-with-hooks.test.js')).toEqual(['passed: runs its own hooks']);
  });

  it('fails a file that does not load', () => {
    expect(ran.told('broken.test.js')).toEqual(['failed: loads']);
    expect(ran.resultOf('broken.test.js')?.message).toContain('no such thing');
  });

  it('fails a file without a test', () => {
    expect(ran.resultOf('empty.test.js')?.message).toContain('must contain at least one test');
  });

  it('reports a failure outside any test in the file that caused it', () => {
    const telling = ran.report.testResults.filter(({ message }) => message.includes('left open'));
    expect(telling).toEqual([ran.resultOf('late.test.js')]);
  });

  it('gives a group the longest time limit of its files', () => {
    expect(ran.told('patient.test.js')).toEqual(['passed: waits']);
  });

  it('runs a file alone if it mocks a module or says so', () => {
    expect(ran.told('mocking.test.js')).toEqual(['passed: counts']);
    expect(ran.told('lonely.test.js')).toEqual(['passed: counts']);
  });
});

describe('a run with a test name pattern', () => {
  it('finds tests by their ungrouped names', async () => {
    const { told } = await run('--testNamePattern', '^a house stands$');
    expect(told('house.test.js')?.[0]).toBe('passed: a house stands');
    expect(told('wrong.test.js')).toEqual(['pending: adds up']);
  });
});
