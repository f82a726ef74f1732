/** The seed of all random choices in screen tests; `npm test` shows it beside each failure. */
const seed = process.env.TEST_SEED ?? '1';

/** In a group of files, a describe block named after the file surrounds its tests. */
const IN_GROUP = /^\S+\.test\.tsx? /;

let test = '';
let state = 0;

/**
 * A number from 0 up to 1. The draws of a test depend on the seed and the test's name only, so that it meets the same
 * disturbances alone and in the whole run. The generator is mulberry32, seeded with an FNV-1a hash.
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
