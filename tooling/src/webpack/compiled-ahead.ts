import webpack, { type WebpackPluginInstance } from 'webpack';

/**
 * Begins each script with the comment that has Chromium compile all its functions on another thread while it arrives. Otherwise the main
 * thread compiles each when it is first called: 140 ms of the 650 before the invoice list was usable. Other browsers ignore the comment.
 */
export const compiledAhead = (): WebpackPluginInstance =>
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /\.js$/,
    // Of a library that draws all kinds of charts, few functions are called.
    exclude: /chart/,
    // After the minimizer, which removes comments, and before the names get their hashes.
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING,
  });
