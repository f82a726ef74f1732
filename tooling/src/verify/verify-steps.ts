/** Scripts of the root package.json that look at the code without running it. */
export const verifySteps = [
  'types',
  'lint',
  'suppressions',
  'texts',
  'citations',
  'format:check',
  'arrows',
  'dead',
  'lockfile',
  'libraries',
] as const;
