import { type ComponentType, type ReactNode, Suspense, lazy, useState } from 'react';
import { RemoteBoundary } from './remote-boundary.tsx';

interface Props<Given extends object> {
  /** Where the remote's code is; named when it cannot be loaded. */
  entry: string;
  load: () => Promise<{ default: ComponentType<Given> }>;
  given: Given;
  /** Shaped like what comes. */
  waiting: ReactNode;
  /** What it shows: for another one it begins anew, and nothing typed for the last one stays. */
  shown?: string;
}

/** A component of a remote, with its failure kept inside its own area. */
export function RemotePart<Given extends object>({ entry, load, given, waiting, shown }: Props<Given>) {
  // A lazy component keeps its rejection for ever, so each attempt has its own.
  const attemptAfter = (count: number) => ({ count, Part: lazy(load) as ComponentType<Given> });
  const [{ count, Part }, setAttempt] = useState(() => attemptAfter(0));
  return (
    <RemoteBoundary key={count} address={entry} onRetry={() => setAttempt(attemptAfter(count + 1))}>
      <Suspense fallback={waiting}>
        <Part key={shown} {...given} />
      </Suspense>
    </RemoteBoundary>
  );
}
