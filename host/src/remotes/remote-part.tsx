import { createElement, useEffect, useState, type ReactNode } from 'react';
import { useCode, type LoadCode } from '@daybook/shared/read/use-code';
import { RemoteBoundary } from './remote-boundary.tsx';

interface Props<Given extends object> {
  /** The address of the remote's code; the message shows it if loading fails. */
  entry: string;
  load: LoadCode<Given>;
  given: Given;
  /** A placeholder with the shape of the component. */
  waiting: ReactNode;
  /** Called once the component is drawn. */
  onDrawn?: () => void;
  /** What the component shows. When it changes, the component remounts, so that nothing typed for the previous record stays. */
  shown?: string;
}

/** A component of a remote. Its failure stays inside its own area. */
export function RemotePart<Given extends object>({ entry, ...part }: Props<Given>) {
  const [attempt, setAttempt] = useState(0);
  return (
    <RemoteBoundary key={attempt} address={entry} onRetry={() => setAttempt(attempt + 1)}>
      <Part {...part} />
    </RemoteBoundary>
  );
}

function Part<Given extends object>({ load, given, waiting, shown, onDrawn }: Omit<Props<Given>, 'entry'>) {
  const loaded = useCode(load);
  useEffect(() => {
    if (loaded) onDrawn?.();
  }, [loaded, onDrawn]);
  return loaded ? createElement(loaded, { ...given, key: shown }) : waiting;
}
