import type { ModuleFederation, ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

type Resolved = Parameters<NonNullable<ModuleFederationRuntimePlugin['resolveShare']>>[0];

/**
 * The runtime registers everything that the host shares again each time one shared module is loaded: 50 times 98 before a list is drawn.
 * What a script of the host registers itself (`from: 'build'`) still comes each time.
 */
function registerOnce({ sharedHandler }: ModuleFederation): void {
  const register = sharedHandler.initializeSharing.bind(sharedHandler);
  const done = new Set<string>();
  sharedHandler.initializeSharing = (scope = 'default', options) => {
    if (options?.from !== 'build') {
      if (done.has(scope)) return [];
      done.add(scope);
    }
    return register(scope, options);
  };
}

const met = new Set<string>();

/** Whether a version meets a range is read once for both. One that has to and does not is refused each time. */
function rememberMet(args: Resolved): Resolved {
  const { scope, pkgName, version, shareInfo, shareScopeMap } = args;
  const { requiredVersion, singleton, strictVersion } = shareInfo.shareConfig;
  if (!singleton || shareInfo.treeShaking) return args;
  const pair = `${version} ${String(requiredVersion)} ${String(strictVersion)}`;
  const shared = shareScopeMap[scope]?.[pkgName]?.[version];
  if (met.has(pair) && shared) return { ...args, resolver: () => ({ shared, useTreesShaking: false }) };
  const { resolver } = args;
  return {
    ...args,
    resolver: () => {
      const found = resolver();
      met.add(pair);
      return found;
    },
  };
}

/** Takes the repeated work out of what the federation runtime does for each shared module. */
export default function quickSharing(): ModuleFederationRuntimePlugin {
  return {
    name: 'quick-sharing',
    apply: registerOnce,
    resolveShare: rememberMet,
  };
}
