/** Scripts of the root package.json that check the code without running it. `lint` checks the types as well, because it computes them anyway. */
export const verifySteps = [
  'lint',
  'amounts',
  'sql',
  'suppressions',
  'texts',
  'citations',
  'addresses',
  'format:check',
  'dependency-rules',
  'dead',
  'lockfile',
  'libraries',
  'advisories',
] as const;
