import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Configuration } from 'webpack';
import { inWorkspace } from '../workspace.ts';
import { antdOffer } from './antd-offer.ts';
import { icons, isPartOf, ofForms, ofLists } from './antd-groups.ts';
import { baseConfig, swcLoader } from './base-config.ts';
import { generated } from './generated.ts';
import { getShared } from './shared-modules.ts';
import { trimmedLibraries } from './trimmed-libraries.ts';

const assets = 'assets/host/';

export function defineHost({ themeSheet }: { themeSheet: string }): Configuration {
  const host = inWorkspace('host');
  const base = baseConfig('host', host, assets);
  return {
    ...base,
    entry: {
      main: [
        generated('theme.css', themeSheet),
        './src/index.ts',
        generated('antd-offer.ts', antdOffer(host)),
      ],
    },
    output: { ...base.output, publicPath: '/' },
    module: {
      rules: [
        ...(base.module?.rules ?? []),
        // The parts of antd: none has a module that is run for its effect, and none declares so.
        { test: /[\\/]node_modules[\\/]@rc-component[\\/]/, sideEffects: false },
        // Small classic scripts that index.html runs before anything is drawn.
        {
          test: /\.boot\.ts$/,
          type: 'asset/resource',
          generator: { filename: `${assets}[name].[contenthash:8].js` },
          use: swcLoader(false),
        },
      ],
    },
    optimization: {
      ...base.optimization,
      // index.html names the boot script before minified files get their final hash.
      realContentHash: false,
      splitChunks: {
        chunks: 'async',
        maxAsyncRequests: 60,
        cacheGroups: {
          defaultVendors: false,
          // Each part of the shell comes with it, and not as a file of its own because another page uses it too.
          default: { minChunks: 2, reuseExistingChunk: true, chunks: ({ name }) => name !== 'shell' },
          // All of it is a few KB: one sheet, there before the first paint.
          styles: { type: 'css/mini-extract', name: 'main', chunks: 'all', enforce: true },
          list: { name: 'antd-list', test: isPartOf(ofLists), chunks: 'async', enforce: true, priority: 2 },
          form: {
            name: 'antd-form',
            test: isPartOf(ofForms, icons),
            chunks: 'async',
            enforce: true,
            priority: 1,
          },
        },
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      trimmedLibraries(),
      new HtmlWebpackPlugin({ template: './src/index.html', filename: 'index.html', scriptLoading: 'defer' }),
      new ModuleFederationPlugin({
        name: 'host',
        remotes: {},
        shared: getShared({ isHost: true }),
        shareStrategy: 'loaded-first',
        runtimePlugins: [inWorkspace('host/src/remotes/resilience.ts')],
        manifest: true,
        dts: false,
        dev: false,
        experiments: { optimization: { target: 'web' } },
      }),
    ],
  };
}
