import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import webpack, { type Configuration } from 'webpack';
import { readJson } from '../build/built.ts';
import { inWorkspace, moduleInWorkspace, packageOf, remoteNames } from '../workspace.ts';
import { antdBase } from './antd-styles/antd-styles.ts';
import type { ThemeOf } from './antd-styles/read-styles.ts';
import { generated } from './generated.ts';
import { hostPage } from './host-page.ts';

/** Replaces the loading of remotes by ordinary imports; everything else of the host remains the same. */
const remotesInside = () =>
  generated(
    'remotes-inside.ts',
    `import { createRemoteLoader } from '${inWorkspace('host/src/remotes/remote-loader.ts')}';
const remotes = {
${remoteNames.map((name) => `  '${name}/remote': () => import('${inWorkspace(packageOf(name), 'src/remote.ts')}'),`).join('\n')}
};
let loader;
export function remotesOf(site) {
  const federation = { registerRemotes() {}, loadRemote: (id) => remotes[id]() };
  loader ??= createRemoteLoader(federation, site.releases, () => undefined);
  return loader;
}
`,
  );

/** Provides no module to remotes, so that webpack can remove what no screen uses. */
const nothingProvided = () =>
  generated('nothing-provided.ts', `import { z } from 'zod';\nz.config({ jitless: true });\n`);

function defineOneBundle(themeOf: ThemeOf, folder: string): Configuration {
  const page = hostPage(themeOf);
  return {
    ...page,
    entry: { main: [antdBase(themeOf), './src/index.ts'] },
    output: { ...page.output, path: folder },
    plugins: [
      ...(page.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(/\/shared-modules\/all\.ts$/, nothingProvided()),
      new webpack.NormalModuleReplacementPlugin(
        /\/remotes\.ts$/,
        (resource: { context: string; request: string }) => {
          if (resource.context.startsWith(inWorkspace('host/src'))) resource.request = remotesInside();
        },
      ),
    ],
  };
}

/**
 * Builds the screens of `site` as one application without federation, in a folder that is served in the same way. `pnpm bench` compares
 * the federated build with it; it is never released.
 */
export async function buildOneBundle(site: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-one-bundle-'));
  const { siteTheme } = (await import(moduleInWorkspace('host', 'site-theme.ts'))) as { siteTheme: ThemeOf };
  const compiler = webpack(defineOneBundle(siteTheme, folder));
  const stats = await promisify(compiler.run.bind(compiler))();
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only') ?? 'nothing was built');
  await promisify(compiler.close.bind(compiler))();
  copyFileSync(join(site, 'config.json'), join(folder, 'config.json'));
  const list = readJson(join(site, 'remotes.json')) as { remotes: object[] };
  // It has none of the files that a page of the site asks for ahead.
  const remotes = list.remotes.map((remote) => ({ ...remote, files: undefined }));
  writeFileSync(join(folder, 'remotes.json'), JSON.stringify({ ...list, remotes }));
  return folder;
}
