import { Suspense, lazy, useState } from 'react';
import { PageSkeleton } from '@daybook/shared/ui/page-skeleton';
import { RemoteBoundary } from './remote-boundary.tsx';
import type { LoadScreen } from './remote-loader.ts';

interface Props {
  remote: string;
  screenId: string;
  entry: string;
  loadScreen: LoadScreen;
}

/** A screen of a remote; mounted anew for another screen. */
export function RemoteScreen({ remote, screenId, entry, loadScreen }: Props) {
  // A lazy component keeps its rejection for ever, so each attempt has its own.
  const attemptAfter = (count: number) => ({ count, Screen: lazy(() => loadScreen(remote, screenId)) });
  const [{ count, Screen }, setAttempt] = useState(() => attemptAfter(0));
  return (
    <RemoteBoundary key={count} address={entry} onRetry={() => setAttempt(attemptAfter(count + 1))}>
      <Suspense fallback={<PageSkeleton />}>
        <Screen />
      </Suspense>
    </RemoteBoundary>
  );
}
