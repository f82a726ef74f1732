import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

const restMs = 2000;

/**
 * Becomes true two seconds after the page appears, when it has nothing else to do, so that low-priority requests do not compete with what
 * the person is looking at. What is drawn then is drawn in parts, because by then the person types.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let isGone = false;
    const settle = () => {
      if (!isGone) startTransition(() => setSettled(true));
    };
    const timer = setTimeout(() => whenIdle(settle), restMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return isSettled;
}
