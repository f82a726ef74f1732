import { useEffect, useState } from 'react';

const restMs = 2000;

/** Becomes true two seconds after the page appears, so that low-priority requests do not compete with what the person is looking at. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
