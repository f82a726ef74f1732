import { useEffect, useState } from 'react';

const restMs = 2000;

/** Becomes true when the page has stood for a moment: what can wait is not fetched along with what is looked at. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
