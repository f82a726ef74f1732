import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Configuration, RuleSetRule, WebpackPluginInstance } from 'webpack';
import { inWorkspace } from '../workspace.ts';
import { baseConfig, swcLoader } from './base-config.ts';
import { trimmedLibraries } from './trimmed-libraries.ts';

const hostAssets = 'assets/host/';

const rules: RuleSetRule[] = [
  // The parts of antd: none has a module that is run for its effect, and none declares so.
  { test: /[\\/]node_modules[\\/]@rc-component[\\/]/, sideEffects: false },
  // Small classic scripts that index.html runs before anything is drawn.
  {
    test: /\.boot\.ts$/,
    type: 'asset/resource',
    generator: { filename: `${hostAssets}[name].[contenthash:8].js` },
    use: swcLoader(false),
  },
];

const page = (): WebpackPluginInstance =>
  new HtmlWebpackPlugin({ template: './src/index.html', filename: 'index.html', scriptLoading: 'defer' });

/** The page of the host and what it is made by, before anything is federated. */
export function hostPage(): Configuration {
  const base = baseConfig('host', inWorkspace('host'), hostAssets);
  return {
    ...base,
    output: { ...base.output, publicPath: '/' },
    module: { rules: [...(base.module?.rules ?? []), ...rules] },
    // index.html names the boot script before minified files get their final hash.
    optimization: { ...base.optimization, realContentHash: false },
    plugins: [...(base.plugins ?? []), trimmedLibraries(), page()],
  };
}
