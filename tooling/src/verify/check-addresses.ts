import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { entities } from '@daybook/contracts/entities';
import { inWorkspace } from '../workspace.ts';
import { handWritten, misplaced, type Placed } from './addresses.ts';

// Only the screens.ts of the remotes and the files of entities in contracts contain addresses of screens, and the two must agree.
const declared = globSync('remote-*/src/screens.ts', { cwd: inWorkspace() });
const modules = await Promise.all(
  declared.map(
    (file) => import(pathToFileURL(inWorkspace(file)).href) as Promise<{ screens: readonly Placed[] }>,
  ),
);
const screens = modules.flatMap((one) => one.screens);
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: inWorkspace(),
  encoding: 'utf8',
});
/** Tests and flows are exempt: they type addresses as a person would. */
const isTest = /\.(?:test|flow)\.tsx?$|(?:^|\/)test\/|^e2e\/|^tooling\//;
const isDeclaration = /(?:^|\/)(?:[a-z]+-)?screens\.ts$|^contracts\/src\/(?:\w+\/[a-z]+-)?entities\.ts$/;
const files = listed
  .split('\n')
  .filter((file) => /\.(?:tsx?|sql)$/.test(file) && existsSync(inWorkspace(file)))
  .filter((file) => !isTest.test(file) && !isDeclaration.test(file));
if (files.length === 0 || screens.length === 0) throw new Error('No files or no screens were found.');

const faults = [
  ...misplaced(entities, screens),
  ...files.flatMap((file) =>
    handWritten(readFileSync(inWorkspace(file), 'utf8'), screens).map(
      (address) => `${file}: ${address} is written by hand; contracts/src/entities.ts makes it`,
    ),
  ),
];
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
