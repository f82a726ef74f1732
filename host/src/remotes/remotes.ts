import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Site } from '../site.ts';
import { reportLater } from './report-later.ts';
import { watchLoads } from './watch-loads.tsx';

let loader: ReturnType<typeof watchLoads> | null = null;

export function remotesOf(site: Site): ReturnType<typeof watchLoads> {
  loader ??= watchLoads({ loadRemote, registerRemotes }, site, reportLater);
  return loader;
}
