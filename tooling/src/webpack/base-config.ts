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
      // False in development too: a build that calls jsxDEV cannot run in a production host (react/react#32030).
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

/** Compressed twins of the files, for servers that serve a `.br` or `.gz` beside a file. */
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

/** The configuration that host and remotes share; `assets` is the folder for files below the output. */
export function baseConfig(
  name: string,
  context: string,
  assets: string,
  styles: Pick<MiniCssExtractPlugin.PluginOptions, 'insert'> = {},
): Configuration {
  return {
    name,
    context,
    mode: isProduction ? 'production' : 'development',
    target: ['web', 'es2022'],
    // A source map without eval, which the site's content security policy forbids in development too.
    devtool: isProduction ? false : 'cheap-module-source-map',
    output: {
      path: `${context}/dist`,
      uniqueName: name,
      filename: `${assets}[name].[contenthash:8].js`,
      chunkFilename: `${assets}[name].[contenthash:8].js`,
      assetModuleFilename: `${assets}[name].[contenthash:8][ext]`,
      // Without this, the second import of a module that failed while it ran would succeed as if it had loaded. With
      // `strictModuleErrorHandling`, it would fail until the page is reloaded, even after the cause is gone.
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
        // Stylesheets are CSS modules, so their order does not matter.
        ignoreOrder: true,
        ...styles,
      }),
      ...(isProduction ? compressed() : []),
    ],
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}
