import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { inWorkspace, packageOf, type RemoteName } from '../workspace.ts';
import { baseConfig } from './base-config.ts';
import { getShared } from './shared-modules.ts';

export function defineRemote(name: RemoteName): Configuration {
  const base = baseConfig(name, inWorkspace(packageOf(name)), '');
  return {
    ...base,
    // The container is the only entry; a main chunk would be built and never loaded.
    entry: {},
    output: { ...base.output, publicPath: 'auto' },
    // A screen is one script, of some 20 KB, and named after its source: what could not be loaded is told by address.
    optimization: {
      ...base.optimization,
      chunkIds: 'named',
      splitChunks: {
        cacheGroups: {
          default: false,
          defaultVendors: false,
          // They weigh half of a screen; those that check numbers share them.
          identifiers: {
            test: /[\\/]node_modules[\\/](stdnum|ibantools)[\\/]/,
            name: 'identifiers',
            chunks: 'async',
            enforce: true,
          },
        },
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.[contenthash:8].js',
        exposes: { './remote': './src/remote.ts' },
        shared: getShared({ isHost: false }),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
        dev: false,
        experiments: { optimization: { target: 'web', disableRemote: true } },
      }),
    ],
  };
}
