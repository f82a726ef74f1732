import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Site } from '../site.ts';
import { createRemoteLoader } from './remote-loader.ts';

let loader: ReturnType<typeof createRemoteLoader> | null = null;

export function remotesOf(site: Site): ReturnType<typeof createRemoteLoader> {
  loader ??= createRemoteLoader({ loadRemote, registerRemotes }, site.releases, site.tellRollback);
  return loader;
}
