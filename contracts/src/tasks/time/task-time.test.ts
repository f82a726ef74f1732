import { estimateUse } from './task-time.ts';

describe('the use of an estimate', () => {
  it.each([
    [0, 100, 'within'],
    [79, 100, 'within'],
    [80, 100, 'near'],
    [99, 100, 'near'],
    [100, 100, 'spent'],
    [150, 100, 'spent'],
    [5, 7, 'within'],
    [6, 7, 'near'],
  ] as const)('after %i of %i minutes is %s', (spent, estimate, use) => {
    expect(estimateUse(spent, estimate)).toBe(use);
  });
});
