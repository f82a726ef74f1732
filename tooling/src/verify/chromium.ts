import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inWorkspace } from '../workspace.ts';
import { run, runNode } from './run-command.ts';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MACOS_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

type Found = { path: string; output?: undefined } | { path?: undefined; output: string };

/** CHROMIUM_PATH, else one that is installed, else Debian's (as root), else Playwright's own download. */
export async function findChromium(): Promise<Found> {
  const named = process.env.CHROMIUM_PATH;
  if (named)
    return isExecutable(named) ? { path: named } : { output: `CHROMIUM_PATH=${named} cannot be run.` };
  const path = findInstalled() ?? (await installFromDebian()) ?? (await downloadWithPlaywright());
  if (path) return { path };
  return {
    output:
      'No Chromium was found and none could be installed. Install Chromium or Chrome (on Debian: apt-get install chromium) ' +
      'or set CHROMIUM_PATH to one.',
  };
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command))),
    ...MACOS_APPS,
  ];
  return candidates.find(isExecutable);
}

async function installFromDebian(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium by apt-get for the tests in a browser …');
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], quiet);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], quiet);
  return findInstalled();
}

async function downloadWithPlaywright(): Promise<string | undefined> {
  console.log('Downloading Chromium by Playwright for the tests in a browser …');
  const playwright = inWorkspace('e2e', 'node_modules', 'playwright-core');
  await runNode([join(playwright, 'cli.js'), 'install', 'chromium']);
  const { output } = await runNode([
    '-p',
    `require(${JSON.stringify(playwright)}).chromium.executablePath()`,
  ]);
  return isExecutable(output.trim()) ? output.trim() : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
