/** Decides what chance does in a screen's test; `npm test` names it beside each failure. */
const seed = process.env.TEST_SEED ?? '1';

/** A file run with others stands in a block of its path. */
const IN_GROUP = /^\S+\.test\.tsx? /;

let test = '';
let state = 0;

/**
 * From 0 up to 1. What a test draws depends on the seed and its own name, never on the tests before it: alone it meets the same
 * disturbances as among all. The generator is mulberry32, begun from an FNV-1a hash.
 */
export function chance(): number {
  const current = expect.getState().currentTestName?.replace(IN_GROUP, '') ?? '';
  if (current !== test || state === 0) {
    test = current;
    state = hashOf(`${seed}:${current}`);
  }
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
