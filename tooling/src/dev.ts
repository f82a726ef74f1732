import { parseArgs } from 'node:util';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer, { type ExpressRequestHandler } from 'webpack-dev-server';
import { ListedRemotes } from '@daybook/contracts/remotes';
import { HostRecord } from './build/build-record.ts';
import { localFolder, misfitOf, unknownTo, withLocal, type LocalRemote } from './dev/local-releases.ts';
import { isRemoteName, moduleInWorkspace, packageOf, remoteNames, type RemoteName } from './workspace.ts';

async function developmentConfig(name: RemoteName): Promise<Configuration> {
  const file = moduleInWorkspace(packageOf(name), 'webpack.config.ts');
  const { default: config } = (await import(file)) as { default: Configuration };
  return { ...config, output: { ...config.output, publicPath: localFolder(name) } };
}

async function readJson(site: string, file: string): Promise<unknown> {
  const answer = await fetch(new URL(file, site)).catch(() => null);
  if (answer === null)
    throw new Error(
      `There is no Daybook at ${site}: start one with "npm start", or name another with --host`,
    );
  if (!answer.ok) throw new Error(`${site}${file} answered ${answer.status}`);
  return answer.json();
}

/** Screens and widgets as the sources declare them now; they are read at every page load. */
async function declaredBy(name: RemoteName): Promise<LocalRemote> {
  const file = `${moduleInWorkspace(packageOf(name), 'src/screens.ts')}?${Date.now()}`;
  const { screens, widgets } = (await import(file)) as Omit<LocalRemote, 'name'>;
  return { name, screens, widgets };
}

async function releasesOf(site: string, names: readonly RemoteName[]): Promise<ListedRemotes> {
  const live = ListedRemotes.parse(await readJson(site, '/remotes.json'));
  return withLocal(live, await Promise.all(names.map(declaredBy)));
}

/**
 * Works on some remotes inside a complete site, local or deployed. Everything except these remotes and `remotes.json` comes from the
 * site through this server, so there is one origin.
 */
async function develop(names: readonly RemoteName[], site: string, port: number): Promise<void> {
  const { contract, words } = HostRecord.pick({ contract: true, words: true }).parse(
    await readJson(site, '/release.json'),
  );
  const declared = await Promise.all(names.map(declaredBy));
  const misfit = misfitOf(site, contract, unknownTo({ words }, declared));
  if (misfit !== null) throw new Error(misfit);
  // base-config.ts reads this when it is imported.
  process.env.NODE_ENV = 'development';
  const answerReleases: ExpressRequestHandler = (_request, response) => {
    releasesOf(site, names).then(
      (releases) => response.set('Cache-Control', 'no-cache').json(releases),
      (error: unknown) => response.status(502).send(String(error)),
    );
  };
  const server = new WebpackDevServer(
    {
      host: 'localhost',
      port,
      // The page of a built host has no Fast Refresh, so it is reloaded.
      hot: false,
      liveReload: true,
      client: { overlay: false },
      static: false,
      // Compression would hold back the stream of events.
      compress: false,
      devMiddleware: { index: false },
      setupMiddlewares: (middlewares) => [
        { name: 'remotes.json', path: '/remotes.json', middleware: answerReleases },
        ...middlewares,
      ],
      proxy: [{ context: (path) => !path.startsWith('/__local/'), target: site, changeOrigin: true }],
    },
    webpack(await Promise.all(names.map(developmentConfig))),
  );
  await server.start();
  console.log(`${names.join(', ')} on http://localhost:${port}, everything else from ${site}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    host: { type: 'string', default: 'http://localhost:3000' },
    port: { type: 'string', default: '4000' },
  },
});
const unknown = positionals.filter((name) => !isRemoteName(name));
if (unknown.length > 0)
  throw new Error(`no remote is called ${unknown.join(', ')}; there are ${remoteNames.join(', ')}`);
const wanted = positionals.length > 0 ? positionals.filter(isRemoteName) : remoteNames;
develop(wanted, values.host, Number(values.port)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
