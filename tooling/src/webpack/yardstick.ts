import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import { inWorkspace } from '../workspace.ts';
import { baseConfig } from './base-config.ts';

/**
 * Builds the page that `pnpm bench:pages` compares ours with, in a folder that is served like a site: minified, compressed and with
 * hashed names, but with none of the host's own ways of loading less. It is never released.
 */
export async function buildYardstick(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-yardstick-'));
  const context = inWorkspace('e2e/src/bench/yardstick');
  const base = baseConfig('yardstick', context, 'assets/');
  const page = new HtmlWebpackPlugin({ template: './index.html', scriptLoading: 'defer' });
  const compiler = webpack({
    ...base,
    entry: { main: './page.tsx' },
    output: { ...base.output, path: folder, publicPath: '/' },
    plugins: [...(base.plugins ?? []), page],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only') ?? 'nothing was built');
  await promisify(compiler.close.bind(compiler))();
  for (const file of ['remotes.json', 'config.json']) writeFileSync(join(folder, file), '{}');
  return folder;
}
