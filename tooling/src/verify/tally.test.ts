import { Tally } from './tally.ts';

const ended = (isOk: boolean, output = '') => ({ isOk, output, seconds: 1.25 });

describe('Tally', () => {
  let lines: string[];

  beforeEach(() => {
    lines = [];
    jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  });

  afterEach(() => jest.restoreAllMocks());

  it('adds up steps and the tests in them, and prints the sum in the last line', () => {
    const tally = new Tally();
    tally.add('lint', ended(true, 'noise'));
    tally.add('unit', ended(true), { passed: 40, failed: 0 });
    expect(tally.close()).toBe(0);
    expect(lines).toEqual([
      'ok     lint (1.3 s)',
      'ok     unit (1.3 s, 40 passed, 0 failed)',
      '\n41 passed, 0 failed',
    ]);
  });

  it('prints the output of a failed step without its passed files', () => {
    const tally = new Tally();
    tally.add('unit', ended(false, 'PASS a.test.ts\nFAIL b.test.ts\n'), { passed: 4, failed: 1 });
    expect(tally.close()).toBe(1);
    expect(lines.slice(0, 2)).toEqual(['FAILED unit (1.3 s, 4 passed, 1 failed)', 'FAIL b.test.ts\n']);
  });

  it('repeats the failed tests of all steps before the last line', () => {
    const tally = new Tally();
    tally.add('unit', ended(false), { passed: 4, failed: 1, failures: ['b.test.ts: adds'] });
    tally.add('end to end', ended(true), { passed: 2, failed: 0 });
    tally.close();
    expect(lines.slice(-2)).toEqual(['failed: b.test.ts: adds\n', '\n6 passed, 1 failed']);
  });

  it('counts a step that exits with an error as failed even if its tests passed', () => {
    const tally = new Tally();
    tally.add('end to end', ended(false), { passed: 9, failed: 0 });
    expect(tally.total).toEqual({ passed: 9, failed: 1 });
  });

  it('fails a run in which nothing was tested', () => {
    expect(new Tally().close()).toBe(1);
  });
});
