import type { RemoteLoad } from '@daybook/contracts/remote-loads';
import type { Site } from '../site.ts';
import { describeFailure } from './failure.ts';
import { createRemoteLoader, type Federation, type LoadPart } from './remote-loader.ts';

/** The loader of a site, which tells how long the first part of each remote took, and once of each way in which one did not come. */
export function watchLoads(
  federation: Federation,
  { releases, tellRollback = (_name, error) => reportError(error) }: Pick<Site, 'releases' | 'tellRollback'>,
  tell: (load: RemoteLoad) => void,
) {
  const told = new Set<string>();
  /** The page asks ahead, draws, draws again and is asked to retry: to the person all of it is one failure. */
  const failedBy = new Map<string, string>();
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
        failedBy.delete(remote);
        return part;
      } catch (error) {
        const { code } = describeFailure(error, '');
        if (failedBy.get(remote) !== code) tellOf(remote, startedAt, 'failed', error);
        failedBy.set(remote, code);
        throw error;
      }
    };

  return { ...loader, loadScreen: watched(loader.loadScreen), loadWidget: watched(loader.loadWidget) };
}
