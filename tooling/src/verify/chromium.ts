import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inWorkspace } from '../workspace.ts';
import { run, runNode } from './run-command.ts';

/** The same engine without windows; flows need a third less processor time with it. */
const SHELL = 'chromium-headless-shell';
/** Fonts for Chinese and Japanese texts. Without them a browser draws boxes, which have another width. */
const FONTS = 'fonts-noto-cjk';
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MACOS_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

type Found = { path: string; output?: undefined } | { path?: undefined; output: string };

/** Finds CHROMIUM_PATH, or an installed headless shell, or Debian's (as root), or any installed browser, or downloads one by Playwright. */
export async function findChromium(): Promise<Found> {
  const named = process.env.CHROMIUM_PATH;
  if (named)
    return isExecutable(named) ? { path: named } : { output: `CHROMIUM_PATH=${named} cannot be run.` };
  await installFonts();
  const path =
    findInstalled([SHELL]) ??
    (await installFromDebian()) ??
    findInstalled(COMMANDS, MACOS_APPS) ??
    (await downloadWithPlaywright());
  if (path) return { path };
  return {
    output:
      'No Chromium was found and none could be installed. Install Chromium or Chrome (on Debian: apt-get install chromium-headless-shell) ' +
      'or set CHROMIUM_PATH to one.',
  };
}

function findInstalled(commands: readonly string[], apps: readonly string[] = []): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...commands.flatMap((command) => folders.map((folder) => join(folder, command))),
    ...apps,
  ];
  return candidates.find(isExecutable);
}

const canInstall = () => process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get');

async function installPackage(name: string): Promise<void> {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], quiet);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], quiet);
}

async function installFromDebian(): Promise<string | undefined> {
  if (!canInstall()) return undefined;
  console.log('Installing Chromium by apt-get for the tests in a browser …');
  await installPackage(SHELL);
  return findInstalled([SHELL]);
}

/** The flows also pass without these fonts, but then do not look as they do for people who read these languages. */
async function installFonts(): Promise<void> {
  const listed = await run('fc-list', [':lang=ja', 'family']);
  if ((listed.isOk && listed.output.trim() !== '') || !canInstall()) return;
  console.log('Installing Chinese and Japanese fonts by apt-get for the tests in a browser …');
  await installPackage(FONTS);
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
