import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { inWorkspace } from '../workspace.ts';
import { antdBase } from './antd-styles/antd-styles.ts';
import type { ThemeOf } from './antd-styles/read-styles.ts';
import { antdOffer } from './antd-offer.ts';
import { icons, isPartOf, ofDialogs, ofForms, ofMenus, ofSelects, ofShell } from './antd-groups.ts';
import { generated } from './generated.ts';
import { hostPage } from './host-page.ts';
import { getShared } from './shared-modules.ts';

/** One file for all modules that belong to it. */
const group = (name: string, priority: number, test: ReturnType<typeof isPartOf>) => ({
  name,
  test,
  priority,
  chunks: 'async' as const,
  enforce: true,
});

export function defineHost(themeOf: ThemeOf): Configuration {
  const page = hostPage(themeOf);
  return {
    ...page,
    entry: {
      main: [antdBase(themeOf), './src/index.ts', generated('antd-offer.ts', antdOffer(inWorkspace('host')))],
    },
    optimization: {
      ...page.optimization,
      splitChunks: {
        chunks: 'async',
        maxAsyncRequests: 60,
        cacheGroups: {
          defaultVendors: false,
          // The parts of the shell remain in its file, even if another page uses them too.
          default: { minChunks: 2, reuseExistingChunk: true, chunks: ({ name }) => name !== 'shell' },
          // All own styles are a few KB, so they are one sheet that is loaded before the first paint.
          styles: {
            type: 'css/mini-extract',
            test: (module: { identifier: () => string }) =>
              !/antd-(?!base)[\w-]+\.css/.test(module.identifier()),
            name: 'main',
            chunks: 'all',
            enforce: true,
          },
          chart: {
            name: 'chart',
            test: /[\\/]node_modules[\\/](chart\.js|@kurkle[\\/]color)[\\/]/,
            chunks: 'async',
            enforce: true,
          },
          libraries: group('libraries', 4, isPartOf(ofShell)),
          menu: group('antd-menu', 3, isPartOf(ofMenus)),
          select: group('antd-select', 3, isPartOf(ofSelects, icons)),
          dialog: group('antd-dialog', 2, isPartOf(ofDialogs, icons)),
          form: group('antd-form', 1, isPartOf(ofForms, icons)),
          // Fields show them, and other screens too.
          icons: {
            name: 'form-icons',
            test: /[\\/]@ant-design[\\/]icons.*[\\/](Check|Down|QuestionCircle)Outlined/,
            priority: 5,
            chunks: 'async',
            enforce: true,
          },
        },
      },
    },
    plugins: [
      ...(page.plugins ?? []),
      new ModuleFederationPlugin({
        name: 'host',
        remotes: {},
        shared: getShared({ isHost: true }),
        shareStrategy: 'loaded-first',
        runtimePlugins: ['resilience', 'quick-sharing'].map((name) =>
          inWorkspace('host/src/remotes', `${name}.ts`),
        ),
        manifest: true,
        dts: false,
        dev: false,
        experiments: { optimization: { target: 'web' } },
      }),
    ],
  };
}
