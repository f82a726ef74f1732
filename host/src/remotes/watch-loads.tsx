import type { ComponentType } from 'react';
import type { RemoteLoad } from '@daybook/contracts/remote-loads';
import type { LoadingCode } from '@daybook/shared/read/use-code';
import type { Site } from '../site.ts';
import { describeFailure } from './failure.ts';
import { createRemoteLoader, type Federation, type LoadPart } from './remote-loader.ts';
import { RemoteRefusal } from './remote-refusal.ts';
import { TellThrown } from './tell-thrown.tsx';

const isSwitchedOff = (error: unknown) =>
  error instanceof RemoteRefusal && error.code === 'REMOTE_SWITCHED_OFF';

type Watched = Pick<Site, 'releases' | 'tellRollback' | 'overridden'>;

/**
 * The loader of a site. It reports how long the first part of each remote took, and each kind of failure once. It reports nothing
 * about a build that somebody tries in this tab only, because its version is unknown.
 */
export function watchLoads(
  federation: Federation,
  { releases, tellRollback = (_name, error) => reportError(error), overridden }: Watched,
  tell: (load: RemoteLoad) => void,
) {
  const told = new Set<string>(overridden);
  const thrown = new Set<string>();
  /** The page preloads, draws, redraws and retries. To the person, all of that is one failure. */
  const failedBy = new Map<string, string>();
  /** Remotes that run a different version from the one in the list. */
  const untold = new Set<string>(overridden);
  const tellOf = (remote: string, startedAt: number, outcome: RemoteLoad['outcome'], error?: unknown) => {
    if (untold.has(remote) || isSwitchedOff(error)) return;
    tell({
      remote,
      version: releases.find(({ name }) => name === remote)?.version ?? '',
      outcome,
      code: outcome === 'loaded' ? null : describeFailure(error, '').code,
      ms: Math.round(performance.now() - startedAt),
    });
  };

  /** A component that is drawn again throws again. To the person, that is one failure. */
  const tellOnce = (remote: string, id: string, forget: () => void) => (error: unknown) => {
    if (!thrown.has(id)) tellOf(remote, performance.now(), 'failed', error);
    thrown.add(id);
    forget();
  };
  function withThrowsTold<Props extends object>(
    Part: ComponentType<Props>,
    tellThrow: ReturnType<typeof tellOnce>,
  ) {
    return (props: Props) => (
      <TellThrown tell={tellThrow}>
        <Part {...props} />
      </TellThrown>
    );
  }

  const loader = createRemoteLoader(federation, releases, (name, error) => {
    told.add(name);
    tellOf(name, performance.now(), 'rolled_back', error);
    untold.add(name);
    tellRollback(name, error);
  });

  const watched = <Props extends object>(load: LoadPart<Props>): LoadPart<Props> => {
    const begun = new Map<string, LoadingCode<Props>>();
    const begin: LoadPart<Props> = async (remote, id) => {
      const startedAt = performance.now();
      try {
        const part = await load(remote, id);
        if (!told.has(remote)) tellOf(remote, startedAt, 'loaded');
        told.add(remote);
        failedBy.delete(remote);
        const forget = () => begun.delete(`${remote}/${id}`);
        return { default: withThrowsTold(part.default, tellOnce(remote, id, forget)) };
      } catch (error) {
        const { code } = describeFailure(error, '');
        if (failedBy.get(remote) !== code) tellOf(remote, startedAt, 'failed', error);
        failedBy.set(remote, code);
        throw error;
      }
    };
    return oncePerPart(begin, begun);
  };

  return { ...loader, loadScreen: watched(loader.loadScreen), loadWidget: watched(loader.loadWidget) };
}

/** One promise a part: what has come once is drawn without waiting. What has thrown is loaded again. */
function oncePerPart<Props extends object>(
  begin: LoadPart<Props>,
  begun: Map<string, LoadingCode<Props>>,
): (remote: string, id: string) => LoadingCode<Props> {
  return (remote, id) => {
    const key = `${remote}/${id}`;
    const loading: LoadingCode<Props> = begun.get(key) ?? begin(remote, id);
    begun.set(key, loading);
    loading.then(
      (code) => (loading.arrived = code),
      () => begun.delete(key),
    );
    return loading;
  };
}
