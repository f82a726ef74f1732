import { type ComponentType, type ReactNode, Suspense, lazy, useState } from 'react';
import { RemoteBoundary } from './remote-boundary.tsx';

interface Props<Given extends object> {
  /** The address of the remote's code; the message shows it if loading fails. */
  entry: string;
  load: () => Promise<{ default: ComponentType<Given> }>;
  given: Given;
  /** A placeholder with the shape of the component. */
  waiting: ReactNode;
  /** What the component shows. When it changes, the component remounts, so that nothing typed for the previous record stays. */
  shown?: string;
}

/** A component of a remote. Its failure stays inside its own area. */
export function RemotePart<Given extends object>({ entry, load, given, waiting, shown }: Props<Given>) {
  // A lazy component keeps its rejection for ever, so each attempt creates a new one.
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
