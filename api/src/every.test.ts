import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../test/installation.ts';
import { every } from './every.ts';

const ignore = () => undefined;

describe('Background work', () => {
  it('is not begun again while it is still under way', async () => {
    const turns = { begun: 0, underWay: 0, most: 0 };
    const work = async () => {
      turns.begun += 1;
      turns.underWay += 1;
      turns.most = Math.max(turns.most, turns.underWay);
      await wait(20);
      turns.underWay -= 1;
    };
    const stop = every(1, work, ignore);
    await eventually(async () => expect(turns.begun).toBeGreaterThan(3));
    await stop();
    expect(turns.most).toBe(1);
  });

  it('has ended when its stop resolves, and does not begin again', async () => {
    const turns = { begun: 0, ended: 0 };
    const work = async () => {
      turns.begun += 1;
      await wait(50);
      turns.ended += 1;
    };
    const stop = every(1, work, ignore, { atOnce: true });
    expect(turns).toEqual({ begun: 1, ended: 0 });
    await stop();
    await wait(20);
    expect(turns).toEqual({ begun: 1, ended: 1 });
  });

  it('goes on after a failure, once the pause is over', async () => {
    const failures: string[] = [];
    const begun: number[] = [];
    const work = async () => {
      begun.push(performance.now());
      if (begun.length === 1) throw new Error('the database is away');
    };
    const stop = every(1, work, ({ message }) => failures.push(message), { pauseMs: 60 });
    await eventually(async () => expect(begun.length).toBeGreaterThan(1));
    await stop();
    expect(failures).toEqual(['the database is away']);
    expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThanOrEqual(59);
  });
});
