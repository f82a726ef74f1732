import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Configuration, RuleSetRule, WebpackPluginInstance } from 'webpack';
import { inWorkspace } from '../workspace.ts';
import { baseConfig, swcLoader } from './base-config.ts';
import { trimmedLibraries } from './trimmed-libraries.ts';

const hostAssets = 'assets/host/';

const rules: RuleSetRule[] = [
  // The packages of antd's parts have no side effects, but do not declare so.
  { test: /[\\/]node_modules[\\/]@rc-component[\\/]/, sideEffects: false },
  // Small classic scripts that index.html runs before the first paint.
  {
    test: /\.boot\.ts$/,
    type: 'asset/resource',
    generator: { filename: `${hostAssets}[name].[contenthash:8].js` },
    use: swcLoader(false),
  },
];

const page = (): WebpackPluginInstance =>
  new HtmlWebpackPlugin({ template: './src/index.html', filename: 'index.html', scriptLoading: 'defer' });

/** The configuration of the host's page without federation. */
export function hostPage(): Configuration {
  const base = baseConfig('host', inWorkspace('host'), hostAssets);
  return {
    ...base,
    output: { ...base.output, publicPath: '/' },
    module: { rules: [...(base.module?.rules ?? []), ...rules] },
    // index.html is written before the minified boot script would get its real content hash.
    optimization: { ...base.optimization, realContentHash: false },
    plugins: [...(base.plugins ?? []), trimmedLibraries(), page()],
  };
}
