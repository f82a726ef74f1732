import { dayOf, instantAt, onOtherDay, timeOf } from './durations.ts';

describe('a span of time', () => {
  it('keeps its length when it moves to another day, even if it ends after midnight', () => {
    const span = [instantAt('2026-03-10', '23:00'), instantAt('2026-03-11', '01:30')];
    const moved = span.map((at) => onOtherDay(at, 4));
    expect(moved.map((at) => `${dayOf(at)} ${timeOf(at)}`)).toEqual(['2026-03-14 23:00', '2026-03-15 01:30']);
  });
});
