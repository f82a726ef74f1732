import { existsSync, readdirSync } from 'node:fs';
import { inWorkspace } from '../workspace.ts';
import { amountArithmetic } from './amount-arithmetic.ts';

// Only contracts/src/money computes with amounts. Tests, and code that only tests use, compute the expected amounts by themselves.
const exempt = /\/contracts\/src\/money\/|\.test\.tsx?$|\/src\/test\/|\/api\/(?:test|src\/demo)\/|\/e2e\//;
const named = process.argv.slice(2);
const all = readdirSync(inWorkspace())
  .filter((name) => name !== 'e2e' && existsSync(inWorkspace(name, 'tsconfig.json')))
  .map((name) => inWorkspace(name));
const packages = named.length > 0 ? named : all;
if (packages.length === 0) throw new Error('No package with a tsconfig.json was found.');
const faults = amountArithmetic(packages, (file) => !exempt.test(file));
if (faults.length > 0) {
  console.error(`Only contracts/src/money may compute with amounts:\n${faults.join('\n')}`);
  process.exitCode = 1;
}
