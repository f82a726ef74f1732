import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inWorkspace } from '../workspace.ts';
import { Accepted, readAdvisories } from './advisories.ts';

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(inWorkspace(...path), 'utf8'));
const { packageManager } = readJson('package.json') as { packageManager: string };
const accepted = Accepted.parse(readJson('tooling', 'src', 'verify', 'accepted-advisories.json'));

const { stdout, stderr } = spawnSync(
  'npx',
  ['--yes', '--prefer-offline', packageManager, 'audit', '--prod', '--json'],
  { cwd: inWorkspace(), encoding: 'utf8', timeout: 60_000 },
);
const today = new Date().toISOString().slice(0, 10);
const { vulnerable, unreachable } = readAdvisories(stdout.trim() || stderr, accepted, today);
if (unreachable !== null)
  console.warn(`The registry names no advisories, so they were not checked:\n${unreachable}`);
for (const line of vulnerable) console.error(line);
if (vulnerable.length > 0) process.exitCode = 1;
