import { useEffect, useState } from 'react';

const typingPauseMs = 250;

/** The value after it has not changed for a moment: what a search box sends to the server. */
export function usePause<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
