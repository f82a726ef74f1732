import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWorkspace } from '../workspace.ts';

interface SharedModule {
  singleton: true;
  version: string;
  requiredVersion: string;
  strictVersion?: boolean;
  eager?: boolean;
  import?: false | string;
}

/** Parts of `shared/` with state or React context: a second copy would be a second session, cache or language. */
export const statefulParts = ['session', 'call', 'query-client', 'i18n', 'notify'] as const;

/** A trailing slash shares every subpath: `react-dom` alone does not cover `react-dom/client`. */
const libraries = {
  react: ['react', 'react/'],
  'react-dom': ['react-dom', 'react-dom/'],
  'react-router-dom': ['react-router-dom'],
  jotai: ['jotai'],
  i18next: ['i18next'],
  'react-i18next': ['react-i18next'],
  '@tanstack/react-query': ['@tanstack/react-query'],
  zod: ['zod'],
};

/** Libraries that the sign-in page does without: the host provides them from the file of the shell's libraries. */
const behindSignIn: ReadonlySet<string> = new Set([
  'react-router-dom',
  'zod',
  '@tanstack/react-query',
  'query-client',
]);

/** Modules of the host that replace a library of which only a part is needed. */
const standIns: Record<string, { import: string }> = {
  'react-router-dom': { import: inWorkspace('host/src/shared-modules/router.ts') },
  zod: { import: inWorkspace('host/src/shared-modules/zod.ts') },
};

const installedVersion = (name: string): string =>
  (
    JSON.parse(readFileSync(join(inWorkspace('host/node_modules'), name, 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

const sameMajorFrom = (version: string) => `^${version.split('.').slice(0, 2).join('.')}`;

/**
 * The host provides, and remotes only consume (`import: false`). If both sides had copies, the runtime would choose between equal versions
 * by name, and the deployment of a remote could break the host.
 */
export function getShared({ isHost }: { isHost: boolean }): Record<string, SharedModule> {
  const side = (eager: boolean) => (isHost ? { eager } : { import: false as const });
  const shared: Record<string, SharedModule> = {};
  const share = (key: string, packageName: string, options: Partial<SharedModule>) => {
    const version = installedVersion(packageName);
    shared[key] = { singleton: true, version, requiredVersion: sameMajorFrom(version), ...options };
  };

  for (const [packageName, keys] of Object.entries(libraries)) {
    for (const key of keys)
      share(key, packageName, { ...side(!behindSignIn.has(key)), ...(isHost && standIns[key]) });
  }
  for (const part of statefulParts) {
    share(`@daybook/shared/${part}`, '@daybook/shared', {
      strictVersion: true,
      ...side(!behindSignIn.has(part)),
    });
  }
  share('antd/es/', 'antd', side(false));
  share('chart.js', 'chart.js', side(false));
  return shared;
}
