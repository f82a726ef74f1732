// The dependency rules of docs/architecture.md. Each package.json enforces those between packages; this file also enforces them for
// relative paths and within packages.
const REMOTES = '^remote-([^/]+)/';

/** A package may import only itself, the named packages and npm packages. */
const reachesOnly = (from, allowed) => ({
  name: `${from}-reaches-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^${from}/src/`, pathNot: '/test/|[.]test[.]tsx?$' },
  to: {
    path: '^(contracts|shared|host|remote-[^/]+|api|e2e|tooling)/',
    pathNot: `^(${[from, ...allowed].join('|')})/`,
  },
});

/** What a feature of billing imports from another one, and why. */
const crossings = require('./tooling/src/verify/billing-crossings.json');

/** A feature of billing may import only the named folders and files of billing. */
const billingReaches = (from, reached, others = []) => ({
  name: 'features-of-billing-meet-in-settlement-and-documents',
  comment: 'Shared code is in settlement and documents; billing-crossings.json names every other import.',
  severity: 'error',
  from: {
    path: `^api/src/billing/${from}/`,
    pathNot: ['[.]test[.]ts$', ...others.map((other) => `^api/src/billing/${other}/`)],
  },
  to: {
    path: '^api/src/billing/',
    pathNot: `^api/src/billing/(${reached.map((path) => path.replaceAll('.', '[.]')).join('|')})`,
  },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    reachesOnly('contracts', []),
    reachesOnly('shared', ['contracts']),
    reachesOnly('host', ['shared', 'contracts']),
    reachesOnly('api', ['contracts']),
    reachesOnly('tooling', ['contracts']),
    {
      name: 'remote-reaches-only-shared-and-contracts',
      severity: 'error',
      from: { path: `${REMOTES}src/` },
      to: { path: '^(host|remote-[^/]+|api|e2e|tooling)/', pathNot: '^remote-$1/' },
    },
    {
      name: 'features-of-a-remote-meet-by-address',
      comment:
        'A feature imports its own folder and common/. It reaches another feature by URL or through the server.',
      severity: 'error',
      from: { path: '^(remote-[^/]+)/src/([^/]+)/', pathNot: '^remote-[^/]+/src/common/' },
      to: { path: '^$1/src/[^/]+/', pathNot: '^$1/src/($2|common|locales|test)/' },
    },
    {
      name: 'common-knows-no-feature',
      severity: 'error',
      from: { path: '^(remote-[^/]+)/src/common/' },
      to: { path: '^$1/src/', pathNot: '^$1/src/(common|locales)/' },
    },
    {
      name: 'http-and-db-know-no-domain',
      severity: 'error',
      from: { path: '^api/src/(http|db)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^api/src/[^/]+/', pathNot: '^api/src/(http|db|audit|auth|mail)/' },
    },
    {
      name: 'ledger-knows-no-document',
      severity: 'error',
      from: { path: '^api/src/ledger/', pathNot: '[.]test[.]ts$' },
      to: { path: '^api/src/[^/]+/', pathNot: '^api/src/(ledger|db|http)/' },
    },
    ...Object.entries(crossings).map(([from, files]) =>
      billingReaches(from, [`${from}/`, 'settlement/', 'documents/', ...Object.keys(files)]),
    ),
    billingReaches('([^/]+)', ['$1/', 'settlement/', 'documents/'], [...Object.keys(crossings), 'documents']),
    billingReaches('documents', ['documents/']),
    {
      name: 'recurrence-knows-no-kind-of-series',
      comment: 'Functions that are passed in create the tasks and invoices of a series.',
      severity: 'error',
      from: { path: '^api/src/recurrence/', pathNot: '[.]test[.]ts$' },
      to: { path: '^api/src/(billing/|tasks/|start-series[.])' },
    },
    {
      name: 'jobs-know-no-feature',
      comment: 'What a job does with an item is handed in.',
      severity: 'error',
      from: { path: '^api/src/jobs/', pathNot: '[.]test[.]ts$' },
      to: { path: '^api/src/(billing|crm|receivables|settings|tasks)/|^api/src/start-jobs[.]' },
    },
    {
      name: 'tasks-know-no-series',
      severity: 'error',
      from: { path: '^api/src/tasks/(tasks|time)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^api/src/tasks/recurring-tasks/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'An accountant can read these files, and tests need no database.',
      severity: 'error',
      from: { path: '^api/src/.*[.]rules[.]ts$' },
      to: { path: '^api/src/.*[.](queries|routes)[.]ts$|^api/src/(http|db)/' },
    },
    {
      name: 'queries-know-no-route',
      severity: 'error',
      from: { path: '^api/src/.*[.]queries[.]ts$' },
      to: { path: '^api/src/.*[.]routes[.]ts$' },
    },
    {
      name: 'no-circle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|test-results)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
