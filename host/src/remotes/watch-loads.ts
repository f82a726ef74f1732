import type { RemoteLoad } from '@daybook/contracts/remote-loads';
import type { Site } from '../site.ts';
import { describeFailure } from './failure.ts';
import { createRemoteLoader, type Federation, type LoadPart } from './remote-loader.ts';

/** The loader of a site, which tells how long the first part of each remote took, and of every part that did not come. */
export function watchLoads(
  federation: Federation,
  { releases, tellRollback = (_name, error) => reportError(error) }: Pick<Site, 'releases' | 'tellRollback'>,
  tell: (load: RemoteLoad) => void,
) {
  const told = new Set<string>();
  const tellOf = (remote: string, startedAt: number, outcome: RemoteLoad['outcome'], error?: unknown) =>
    tell({
      remote,
      version: releases.find(({ name }) => name === remote)?.version ?? '',
      outcome,
      code: outcome === 'loaded' ? null : describeFailure(error, '').code,
      ms: Math.round(performance.now() - startedAt),
    });

  const loader = createRemoteLoader(federation, releases, (name, error) => {
    // What runs now is not the version that was asked for.
    told.add(name);
    tellOf(name, performance.now(), 'rolled_back', error);
    tellRollback(name, error);
  });

  const watched =
    <Props>(load: LoadPart<Props>): LoadPart<Props> =>
    async (remote, id) => {
      const startedAt = performance.now();
      try {
        const part = await load(remote, id);
        if (!told.has(remote)) tellOf(remote, startedAt, 'loaded');
        told.add(remote);
        return part;
      } catch (error) {
        tellOf(remote, startedAt, 'failed', error);
        throw error;
      }
    };

  return { ...loader, loadScreen: watched(loader.loadScreen), loadWidget: watched(loader.loadWidget) };
}
