import { oneAtATime } from './one-at-a-time.ts';

/** The test answers each request with the number of the request. */
function slowServer() {
  const answers: (() => void)[] = [];
  const ask = () =>
    new Promise<number>((resolve) => {
      const no = answers.length + 1;
      answers.push(() => resolve(no));
    });
  return { ask: oneAtATime(ask), answers, answer: (no: number) => answers[no - 1]?.() };
}

describe('a request sent one at a time', () => {
  it('is sent once more for all callers who came in the meantime', async () => {
    const { ask, answers, answer } = slowServer();
    const [first, second, third] = [ask(), ask(), ask()];
    expect(answers).toHaveLength(1);
    answer(1);
    expect(await first).toBe(1);
    expect(answers).toHaveLength(2);
    answer(2);
    expect([await second, await third]).toEqual([2, 2]);
    expect(answers).toHaveLength(2);
  });

  it('is sent again when none is in progress', async () => {
    const { ask, answer } = slowServer();
    const first = ask();
    answer(1);
    expect(await first).toBe(1);
    const second = ask();
    answer(2);
    expect(await second).toBe(2);
  });

  it('is sent again after a failure, which only its own callers receive', async () => {
    let isDown = true;
    const ask = oneAtATime(async () => {
      if (isDown) throw new Error('down');
      return 'up';
    });
    const first = ask();
    const second = ask();
    isDown = false;
    await expect(first).rejects.toThrow('down');
    expect(await second).toBe('up');
  });
});
