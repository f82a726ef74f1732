import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWorkspace } from '../workspace.ts';

/** Licences that do not require the firm to publish its own code, including those of fonts and data. */
const allowed = new Set(
  'MIT MIT-0 0BSD ISC BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 MPL-2.0 OFL-1.1 CC-BY-4.0'.split(
    ' ',
  ),
);
/** Libraries that read spreadsheets, which come from outside. The npm copy of xlsx is years old, and exceljs is not maintained. */
const denied = new Set(['xlsx', 'exceljs']);

interface Component {
  name: string;
  group?: string;
  version: string;
  licenses?: { expression?: string; license?: { id?: string; name?: string } }[];
}
interface Manifest {
  packageManager?: string;
  dependencies?: Record<string, string>;
}

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(inWorkspace(...path), 'utf8'));
const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`);
const isOurs = (name: string): boolean => name.startsWith('@daybook/');

/** Writes the list of everything that runs (CycloneDX), from the lockfile and the installed packages. */
function writeList(): Component[] {
  const file = join('dist', 'sbom.json');
  mkdirSync(inWorkspace('dist'), { recursive: true });
  const { packageManager = 'pnpm' } = readJson('package.json') as Manifest;
  const asked = ['sbom', '--recursive', '--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  execFileSync('npx', ['--yes', '--prefer-offline', packageManager, ...asked, '--out', file], {
    cwd: inWorkspace(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return (readJson(file) as { components: Component[] }).components;
}

/** If a package names several licences, each of them has to be allowed, even if it offers a choice. */
function licencesOf({ licenses = [] }: Component): string[] {
  const names = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '');
  return names.flatMap((name) => name.split(/\s+(?:and|or)\s+/i)).map((name) => name.replaceAll(/[()]/g, ''));
}

const components = writeList();
const listed = new Set(components.map(nameOf));
const [, members = ''] =
  /^packages:\n((?: .*\n)+)/.exec(readFileSync(inWorkspace('pnpm-workspace.yaml'), 'utf8')) ?? [];
const folders = [...members.matchAll(/- (\S+)/g)].map(([, folder = '']) => folder);
const needed = folders.flatMap((folder) =>
  Object.keys((readJson(folder, 'package.json') as Manifest).dependencies ?? {}),
);

const faults = [
  ...(folders.length === 0 ? ['the workspace names no package'] : []),
  ...needed.filter((name) => !listed.has(name)).map((name) => `${name}: is needed, and not in the list`),
  ...components.filter((one) => denied.has(nameOf(one))).map((one) => `${nameOf(one)}: is denied`),
  ...components
    .filter((one) => !isOurs(nameOf(one)))
    .filter((one) => licencesOf(one).length === 0 || licencesOf(one).some((name) => !allowed.has(name)))
    .map((one) => `${nameOf(one)} ${one.version}: ${licencesOf(one).join(', ') || 'no licence'}`),
];
if (faults.length > 0) {
  console.error(`These libraries may not be shipped:\n${faults.join('\n')}`);
  process.exitCode = 1;
}
