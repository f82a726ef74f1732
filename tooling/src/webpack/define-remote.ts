import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { inWorkspace, packageOf, type RemoteName } from '../workspace.ts';
import { baseConfig } from './base-config.ts';
import { compiledAhead } from './compiled-ahead.ts';
import { noStyleElements } from './no-style-elements.ts';
import { getShared } from './shared-modules.ts';

export function defineRemote(name: RemoteName): Configuration {
  const base = baseConfig(name, inWorkspace(packageOf(name)), '');
  return {
    ...base,
    // The container is the only entry; a main chunk would never be loaded.
    entry: {},
    output: { ...base.output, publicPath: 'auto' },
    // A screen is one script of some 20 KB, named after its source, because an error shows the address that could not be loaded.
    optimization: {
      ...base.optimization,
      chunkIds: 'named',
      splitChunks: {
        cacheGroups: {
          default: false,
          defaultVendors: false,
          // The parts that all forms, dialogs and filters share are loaded once, with the first of them.
          form: {
            test: /[\\/]shared[\\/]src[\\/](drafts|form[\\/](form-screen|form-footer|use-form-save|use-form-keys|use-merge|draft-about))\.tsx?$/,
            name: 'form',
            chunks: 'async',
            enforce: true,
          },
          fields: {
            test: /[\\/](?:contracts[\\/]src[\\/]date-entry|shared[\\/]src[\\/](inputs[\\/](date-input|typed-input|settled-date|money-input|decimal-input)|form[\\/](form-dialog|form-errors|form-values|field|field-clash|use-field-errors|leave-question|commit-typed|use-closed-to-typing)))\.tsx?$/,
            name: 'fields',
            chunks: 'async',
            enforce: true,
          },
          // Clients, enquiries and series refer to each other's endpoints: with each of their screens these would be loaded again.
          work: {
            test: /[\\/]contracts[\\/]src[\\/](crm[\\/]subscriptions|settings[\\/]packages|billing[\\/]recurring-invoices|recurrence(?![\\/]series-status)|tasks[\\/]recurring-tasks)[\\/]/,
            name: 'work',
            chunks: 'async',
            enforce: true,
          },
          // These are half as large as a screen, so the screens that check identifiers share them.
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
      compiledAhead(),
      noStyleElements(),
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
