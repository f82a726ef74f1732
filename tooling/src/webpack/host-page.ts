import { basename, join } from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Compilation, Configuration, PathData, RuleSetRule, WebpackPluginInstance } from 'webpack';
import { inWorkspace } from '../workspace.ts';
import { antdAliases, antdStyles, beforeOwnStyles } from './antd-styles/antd-styles.ts';
import type { ThemeOf } from './antd-styles/read-styles.ts';
import { baseConfig, isProduction, swcLoader } from './base-config.ts';
import { compiledAhead } from './compiled-ahead.ts';
import { noStyleElements } from './no-style-elements.ts';
import { trimmedLibraries } from './trimmed-libraries.ts';

const hostAssets = 'assets/host/';

const rules: RuleSetRule[] = [
  // The packages of antd's parts have no side effects, but do not declare so.
  { test: /[\\/]node_modules[\\/]@rc-component[\\/]/, sideEffects: false },
  // Small classic scripts that index.html runs before the first paint.
  {
    test: /\.boot\.ts$/,
    type: 'asset/resource',
    // Without a placeholder, because webpack would rename the minified file after index.html has named it.
    generator: {
      filename: ({ filename = '', contentHash = '' }: PathData) =>
        `${hostAssets}${basename(filename, '.ts')}.${contentHash.slice(0, 8)}.js`,
    },
    use: swcLoader(false),
  },
];

/** The router's package names only its build for development, which explains mistakes at length. */
function routerAliases(): Record<string, string> {
  const folder = inWorkspace('host/node_modules/react-router/dist/production');
  return {
    'react-router$': join(folder, 'index.mjs'),
    'react-router/dom$': join(folder, 'dom-export.mjs'),
  };
}

/** The files of these chunks, which page.boot.ts asks for at once. */
const filesOf = ({ namedChunks }: Compilation, ...names: string[]): string =>
  names.flatMap((name) => [...(namedChunks.get(name)?.files ?? [])]).join(' ');

const page = (): WebpackPluginInstance =>
  new HtmlWebpackPlugin({
    template: './src/index.html',
    filename: 'index.html',
    scriptLoading: 'defer',
    templateParameters: (compilation) => ({
      signIn: filesOf(compilation, 'sign-in'),
      shell: filesOf(compilation, 'shell', 'libraries'),
      form: filesOf(compilation, 'antd-form', 'antd-select', 'antd-dialog', 'form-icons'),
      dashboard: filesOf(compilation, 'dashboards', 'chart'),
    }),
  });

/** The configuration of the host's page without federation. */
export function hostPage(themeOf: ThemeOf): Configuration {
  const base = baseConfig('host', inWorkspace('host'), hostAssets, { insert: beforeOwnStyles });
  return {
    ...base,
    output: { ...base.output, publicPath: '/' },
    resolve: { ...base.resolve, alias: { ...antdAliases, ...(isProduction && routerAliases()) } },
    module: { rules: [...(base.module?.rules ?? []), ...rules] },
    plugins: [
      ...(base.plugins ?? []),
      compiledAhead(),
      noStyleElements(),
      trimmedLibraries(),
      antdStyles(themeOf),
      page(),
    ],
  };
}
