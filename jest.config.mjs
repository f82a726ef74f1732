// West of Greenwich, half an hour off and with daylight saving time: code that confuses a date with an instant is a day off here.
process.env.TZ = 'America/St_Johns';

const transform = {
  '\\.m?[jt]sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
    },
  ],
};

// Tests run in a context of their own (node:vm), where the name of a global is looked up by calling into Node, each time. As
// parameters of each module, these are as fast as elsewhere. Not among them are those that tests replace, such as Date and timers.
const sandboxInjectedGlobals = [
  'Array',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'Reflect',
  'Set',
  'String',
  'Symbol',
  'WeakMap',
];

// Loads modules once for up to twenty test files.
const runner = '<rootDir>/../tooling/src/jest/grouping-runner.ts';

const onNode = (name, more = {}) => ({
  displayName: name,
  rootDir: name,
  runner,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.test.ts'],
  transform,
  sandboxInjectedGlobals,
  ...more,
});

// The modules in which antd makes rules (tooling/src/webpack/antd-styles/style-modules.ts).
const antdStyles = 'antd/lib/(?!theme/|style/|config-provider/).*style(/\\w+)?\\.js$';

const inBrowser = (name, more = {}) => ({
  displayName: name,
  rootDir: name,
  runner,
  testEnvironment: '<rootDir>/../tooling/src/jest/jsdom-environment.ts',
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  setupFiles: ['<rootDir>/../tooling/src/jest/browser-gaps.ts'],
  // As on the site, antd makes no rules while a screen runs (docs/decisions/033-styles-of-antd-as-files.md).
  transform: { [antdStyles]: '<rootDir>/../tooling/src/jest/antd-stand-in.ts', ...transform },
  // Of the browser's packages only these have no CommonJS. pnpm stores packages under .pnpm.
  transformIgnorePatterns: [`/node_modules/(?!(\\.pnpm|eventsource-parser|jotai)/|${antdStyles})`],
  sandboxInjectedGlobals,
  moduleNameMapper: {
    '^@ant-design/cssinjs$': '<rootDir>/../host/src/shared-modules/antd-tokens.ts',
    '^@ant-design/cssinjs-utils$|/genStyleUtils$': '<rootDir>/../host/src/shared-modules/antd-rules.ts',
    // Only one copy of antd: with two, the theme does not reach the Table.
    '^antd/es/(.*)$': 'antd/lib/$1',
    '^@ant-design/icons/es/(.*)$': '@ant-design/icons/lib/$1',
    '\\.css$': '<rootDir>/../tooling/src/jest/empty-style.ts',
  },
  ...more,
});

export default {
  // A worker waits for PostgreSQL half of the time, so three workers keep two processors busy.
  maxWorkers: 3,
  // The limit only ends a test that hangs, because the time of a test depends on the machine.
  testTimeout: 180_000,
  projects: [
    onNode('contracts'),
    onNode('tooling'),
    onNode('api', {
      testMatch: ['<rootDir>/{src,test}/**/*.test.ts'],
      // Of the server's packages only these have no CommonJS.
      transformIgnorePatterns: [
        '/node_modules/(?!(\\.pnpm|@noble|@scure|age-encryption|content-disposition|cookie|kysely|n2words|rrule-temporal|s3mini|uuidv7)/)',
      ],
      globalSetup: '<rootDir>/test/global-setup.ts',
      globalTeardown: '<rootDir>/test/global-teardown.ts',
    }),
    ...['shared', 'host', 'remote-billing', 'remote-tasks', 'remote-crm', 'remote-settings'].map((name) =>
      inBrowser(name, { setupFilesAfterEnv: ['<rootDir>/../shared/src/test/screen-hooks.ts'] }),
    ),
  ],
};
