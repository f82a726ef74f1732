import { constants, type BrotliOptions } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import CompressionPlugin from 'compression-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import type { Configuration, RuleSetRule, WebpackPluginInstance } from 'webpack';
import { ChunkRetryPlugin } from './chunk-retry-plugin.ts';
import { PortableIdsPlugin } from './portable-ids-plugin.ts';

const loader = (name: string) => fileURLToPath(import.meta.resolve(name));

export const isProduction = process.env.NODE_ENV !== 'development';

export const swcLoader = (tsx: boolean) => ({
  loader: loader('swc-loader'),
  options: {
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', tsx },
      target: 'es2022',
      // Also in development: a build that calls jsxDEV cannot run in a production host (react/react#32030).
      transform: { react: { runtime: 'automatic', development: false } },
    },
  },
});

const rules = (name: string): RuleSetRule[] => [
  { test: /\.ts$/, exclude: [/node_modules\/\.pnpm/, /\.boot\.ts$/], use: swcLoader(false) },
  { test: /\.tsx$/, exclude: /node_modules\/\.pnpm/, use: swcLoader(true) },
  { test: /\.svg$/, type: 'asset/inline' },
  {
    test: /\.css$/,
    use: [
      MiniCssExtractPlugin.loader,
      {
        loader: loader('css-loader'),
        options: {
          modules: {
            auto: /\.module\.css$/,
            namedExport: false,
            exportLocalsConvention: 'camelCaseOnly',
            localIdentName: `${name}__[local]__[hash:base64:5]`,
          },
        },
      },
    ],
  },
];

/** Served as they are by a server that finds `.br` or `.gz` beside a file. */
const compressed = (): WebpackPluginInstance[] => {
  const test = /\.(js|css|svg|html)$/;
  return [
    new CompressionPlugin({ test, algorithm: 'gzip', filename: '[path][base].gz' }),
    new CompressionPlugin<BrotliOptions>({
      test,
      algorithm: 'brotliCompress',
      filename: '[path][base].br',
      compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
    }),
  ];
};

/** What host and remotes have in common; `assets` is the folder below the output that files are named in. */
export function baseConfig(name: string, context: string, assets: string): Configuration {
  return {
    name,
    context,
    mode: isProduction ? 'production' : 'development',
    target: ['web', 'es2022'],
    // Without eval, which the site's content security policy forbids to a remote in development as well.
    devtool: isProduction ? false : 'cheap-module-source-map',
    output: {
      path: `${context}/dist`,
      uniqueName: name,
      filename: `${assets}[name].[contenthash:8].js`,
      chunkFilename: `${assets}[name].[contenthash:8].js`,
      assetModuleFilename: `${assets}[name].[contenthash:8][ext]`,
      // Otherwise a module that failed while it ran answers the second import as if it had loaded. With
      // `strictModuleErrorHandling` it would fail for as long as the page is open, though what it lacked is there now.
      strictModuleExceptionHandling: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'] },
    module: { rules: rules(name) },
    optimization: { minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify })] },
    plugins: [
      new ChunkRetryPlugin(),
      new PortableIdsPlugin(),
      new MiniCssExtractPlugin({
        filename: `${assets}[name].[contenthash:8].css`,
        chunkFilename: `${assets}[name].[contenthash:8].css`,
        // They are modules: no rule of one is about an element of another.
        ignoreOrder: true,
      }),
      ...(isProduction ? compressed() : []),
    ],
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}
