import { useEffect, useState } from 'react';

const typingPauseMs = 250;

/** The value once it has stood still for a moment: what a search box asks the server for. */
export function usePause<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
