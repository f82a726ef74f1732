import { useEffect, useState } from 'react';
import { isRefusal } from '@daybook/shared/call';

/** How many seconds a refusal asks the person to wait; 0 for any other error. */
export function secondsToWait(refusal: unknown): number {
  if (!isRefusal(refusal) || refusal.code !== 'RATE_LIMITED') return 0;
  const { seconds } = refusal.params;
  return typeof seconds === 'number' ? Math.ceil(seconds) : 0;
}

/** The seconds left, and a function that starts the countdown. It follows the clock, because a tab's timers stop while it sleeps. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (endsAt === 0) return undefined;
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) setEndsAt(0);
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  const begin = (seconds: number) => {
    setLeft(seconds);
    setEndsAt(seconds === 0 ? 0 : Date.now() + seconds * 1000);
  };
  return [left, begin];
}

/** 75 → 1:15 */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
