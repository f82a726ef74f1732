import { rmSync } from 'node:fs';
import { inWorkspace, moduleInWorkspace } from '../workspace.ts';
import webpack, { type Configuration } from 'webpack';

/** Builds one package by its `webpack.config.ts`. Run as a process of its own: two builds use two cores. */
async function compile(folder: string): Promise<void> {
  const { default: config } = (await import(moduleInWorkspace(folder, 'webpack.config.ts'))) as {
    default: Configuration;
  };
  rmSync(inWorkspace(folder, 'dist'), { recursive: true, force: true });
  const compiler = webpack(config);
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      const failure =
        error ??
        (stats?.hasErrors()
          ? new Error(stats.toString({ preset: 'errors-only', children: true, errorStack: false }))
          : null);
      if (stats?.hasWarnings()) console.warn(stats.toString({ preset: 'errors-warnings', colors: true }));
      compiler.close((closing) => (failure || closing ? reject(failure ?? closing) : resolve()));
    });
  });
}

await compile(process.argv[2] ?? '');
