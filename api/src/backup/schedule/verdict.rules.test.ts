import { verdictOf } from './verdict.rules.ts';
import type { Facts } from './verdict.rules.ts';

const well: Facts = {
  isHeld: false,
  isOn: true,
  isOverdue: false,
  hasGood: true,
  last: 'done',
  lastProof: 'good',
  isProved: true,
};

describe('whether a firm is safe', () => {
  it.each<[string, Partial<Facts>, string]>([
    ['safe', {}, 'safe'],
    ['held after a restore, whatever else is wrong', { isHeld: true, isOn: false, hasGood: false }, 'held'],
    ['without a schedule, even with a good backup', { isOn: false }, 'off'],
    ['overdue before the reason of it', { isOverdue: true, last: 'failed' }, 'overdue'],
    ['in doubt if a proof failed', { lastProof: 'failed' }, 'proofFailed'],
    ['in doubt if the last backup failed', { last: 'failed' }, 'failed'],
    [
      'not yet safe without a backup',
      { hasGood: false, last: null, lastProof: null, isProved: false },
      'never',
    ],
    ['unproved before the first proof', { lastProof: null, isProved: false }, 'unproved'],
    ['unproved after the last proof has grown old', { isProved: false }, 'unproved'],
  ])('is told as %s', (_what, facts, verdict) => {
    expect(verdictOf({ ...well, ...facts })).toBe(verdict);
  });
});
