import { parseArgs } from 'node:util';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer, { type ExpressRequestHandler } from 'webpack-dev-server';
import { Remotes, type RemoteRelease } from '@daybook/contracts/remotes';
import { isRemoteName, moduleInWorkspace, packageOf, remoteNames, type RemoteName } from './workspace.ts';

const folderOf = (name: RemoteName) => `/__local/${name}/`;

async function developmentConfig(name: RemoteName): Promise<Configuration> {
  const file = moduleInWorkspace(packageOf(name), 'webpack.config.ts');
  const { default: config } = (await import(file)) as { default: Configuration };
  return { ...config, output: { ...config.output, publicPath: folderOf(name) } };
}

/** The site's own list, with the named remotes pointing here. Their screens are read anew by every page load. */
async function localReleases(site: string, names: readonly RemoteName[]): Promise<Remotes> {
  const { remotes } = Remotes.parse(await (await fetch(new URL('/remotes.json', site))).json());
  const local = await Promise.all(
    names.map(async (name): Promise<RemoteRelease> => {
      const screens = `${moduleInWorkspace(packageOf(name), 'src/screens.ts')}?${Date.now()}`;
      const module = (await import(screens)) as Pick<RemoteRelease, 'screens' | 'widgets'>;
      const contract = remotes.find((one) => one.name === name)?.contract ?? '^1.0.0';
      return {
        name,
        version: 'local',
        entry: `${folderOf(name)}mf-manifest.json`,
        contract,
        screens: module.screens,
        widgets: module.widgets,
      };
    }),
  );
  return { remotes: [...remotes.filter(({ name }) => !names.some((one) => one === name)), ...local] };
}

/**
 * Works on some remotes inside a whole site, local or deployed: everything but these remotes and the list that names
 * them comes from the site, so all of it has one origin.
 */
async function develop(names: readonly RemoteName[], site: string, port: number): Promise<void> {
  // Read by the webpack preset when it is imported.
  process.env.NODE_ENV = 'development';
  const answerReleases: ExpressRequestHandler = (_request, response) => {
    localReleases(site, names).then(
      (releases) => response.json(releases),
      (error: unknown) => response.status(502).send(String(error)),
    );
  };
  const server = new WebpackDevServer(
    {
      port,
      hot: false,
      liveReload: true,
      client: { overlay: false },
      static: false,
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
await develop(wanted, values.host, Number(values.port));
