import { verdictOf } from './verdict.rules.ts';
import type { Facts } from './verdict.rules.ts';

const well: Facts = {
  isHeld: false,
  isOn: true,
  isOverdue: false,
  hasGood: true,
  last: 'done',
  lastTest: 'good',
  isTested: true,
  isOpened: true,
};

describe('whether a firm is safe', () => {
  it.each<[string, Partial<Facts>, string]>([
    ['safe', {}, 'safe'],
    ['held after a restore, whatever else is wrong', { isHeld: true, isOn: false, hasGood: false }, 'held'],
    ['without a schedule, even with a good backup', { isOn: false }, 'off'],
    ['overdue before the reason of it', { isOverdue: true, last: 'failed' }, 'overdue'],
    ['in doubt if a test failed', { lastTest: 'failed' }, 'testFailed'],
    ['in doubt if the last backup failed', { last: 'failed' }, 'failed'],
    [
      'not yet safe without a backup',
      { hasGood: false, last: null, lastTest: null, isTested: false },
      'never',
    ],
    ['safe only as far as the server can see, if it cannot open the file', { isOpened: false }, 'unopened'],
    ['untested before the first test', { lastTest: null, isTested: false }, 'untested'],
    ['untested after the last test has grown old', { isTested: false }, 'untested'],
  ])('is told as %s', (_what, facts, verdict) => {
    expect(verdictOf({ ...well, ...facts })).toBe(verdict);
  });
});
