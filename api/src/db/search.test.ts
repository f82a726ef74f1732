import { wordsOf } from './search.ts';

describe('the words of a search', () => {
  it('are each searched once, in the order in which they were typed', () => {
    expect(wordsOf('  Étude  acme ETUDE ＡＣＭＥ 7 ')).toEqual(['etude', 'acme', '7']);
  });

  it('are twelve at most, whatever is typed', () => {
    const typed = Array.from({ length: 100 }, (_, no) =>
      String.fromCodePoint(0x61 + (no % 26), 0x61 + (no % 25)),
    );
    expect(wordsOf(typed.join(' '))).toHaveLength(12);
  });

  it('are no longer than what may be typed, even when one character expands to many letters', () => {
    expect(wordsOf('\uFDFA'.repeat(200)).join(' ').length).toBeLessThanOrEqual(200);
  });
});
