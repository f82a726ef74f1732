import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import webpack, { type Configuration } from 'webpack';
import { versionOf } from '../build/source-hash.ts';
import { workspaceRoot } from '../workspace.ts';
import { writeRecord } from './write-record.ts';

/** Builds the package in a folder by its `webpack.config.ts`. It runs in a process of its own, so that two builds use two cores. */
async function compile(folder: string): Promise<void> {
  const { default: config } = (await import(pathToFileURL(join(folder, 'webpack.config.ts')).href)) as {
    default: Configuration;
  };
  // Computed before the build reads any source, so that a change during the build leads to another version.
  const version = versionOf(folder);
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const output = { ...config.output, path: join(folder, 'dist') };
  // The folder may be a copy of the package.
  const compiler = webpack({ ...config, context: folder, output });
  const stats = await promisify(compiler.run.bind(compiler))();
  if (!stats) throw new Error(`${folder} was not built`);
  if (stats.hasWarnings()) console.warn(stats.toString({ preset: 'errors-warnings', colors: true }));
  if (stats.hasErrors())
    throw new Error(stats.toString({ preset: 'errors-only', children: true, errorStack: false }));
  await writeRecord(folder, version, stats.compilation);
  await promisify(compiler.close.bind(compiler))();
}

// Federation names some modules by their path from the current folder.
process.chdir(workspaceRoot);
await compile(resolve(workspaceRoot, process.argv[2] ?? ''));
