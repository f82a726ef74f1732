// Runs on any Node from version 20 that the machine has; everything after it runs on the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.daybook-installed');
const pinnedNode = join(root, 'node_modules', '.bin', 'node');

const setAside = `${pinnedNode}-set-aside`;

const oldestNode = 20;

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(`Daybook needs Node.js ${oldestNode} or later to start; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs the packages of the lockfile, unless they are installed already. */
export function install() {
  if (existsSync(setAside)) renameSync(setAside, pinnedNode);
  const wanted = fingerprint();
  if (existsSync(pinnedNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing packages (a minute or two the first time) …');
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const arguments_ = [
    '--yes',
    packageManager,
    'install',
    '--frozen-lockfile',
    '--config.confirm-modules-purge=false',
  ];
  const { status, error } = spawnSync('npx', arguments_, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(
      `The packages could not be installed${error ? `: ${error.message}` : ''}. The lines above say why; is the npm registry reachable?`,
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const manifests = readdirSync(root)
    .toSorted()
    .map((name) => join(name, 'package.json'));
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** The shared library that the pinned Node needs and the machine lacks, as in small images; null if none is missing. */
function missingLibrary() {
  const { stderr } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  return /(lib[^:\s]+): cannot open shared object file/.exec(stderr ?? '')?.[1] ?? null;
}

/** If a library is missing, says what has to be installed and exits. */
export function checkLibraries() {
  const library = missingLibrary();
  if (library === null) return;
  console.error(
    `The Node.js that Daybook brings needs ${library}, which is not installed (on Debian and Ubuntu: apt-get install libatomic1; on Fedora: dnf install libatomic).`,
  );
  // npm prefers programs in node_modules: the next `npm start` would run on this Node, and fail before it could print our message.
  renameSync(pinnedNode, setAside);
  process.exit(1);
}

/** The tests install the missing library themselves if they run as root on Debian. */
export function installLibraries() {
  if (missingLibrary() === null || process.getuid?.() !== 0) return;
  console.log('Installing libatomic1 by apt-get, which Node.js needs …');
  for (const step of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', 'libatomic1'],
  ])
    spawnSync('/usr/bin/apt-get', step, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
}

/** Runs a script of tooling/src on the pinned Node, and exits with its exit code. */
export function runPinned(script) {
  const child = spawn(pinnedNode, [join(root, 'tooling', 'src', script), ...process.argv.slice(2)], {
    cwd: root,
    // The child sees from its closed IPC channel that this process was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) stopWithNpm(child);
  child.on('error', (error) => {
    // The file exists, but the loader that it is linked against does not.
    const isForeign = error.code === 'ENOENT' && existsSync(pinnedNode);
    console.error(
      isForeign
        ? 'The Node.js that Daybook brings needs glibc, which Alpine and other musl systems do not have. Start on Debian, Ubuntu, Fedora or macOS.'
        : `Node.js could not be started: ${error.message}`,
    );
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** npm starts this process through a shell, which does not pass SIGTERM on when it dies of it. */
function stopWithNpm(child) {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) child.kill('SIGTERM');
  }, 500);
}
