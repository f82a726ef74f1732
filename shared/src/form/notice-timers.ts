interface Timer {
  /** Milliseconds that are left when it goes on. */
  left: number;
  since: number;
  handle: ReturnType<typeof setTimeout> | null;
}

/**
 * Closes notices when their time is over; it stands still while the pointer is on one of their buttons. antd's own timer
 * renders a notice at each frame, and React puts off a screen or a dialog that has just been loaded for as long.
 */
export function noticeTimers(close: (key: string) => void) {
  const timers = new Map<string, Timer>();
  const pause = (key: string) => {
    const timer = timers.get(key);
    if (timer === undefined || timer.handle === null) return;
    clearTimeout(timer.handle);
    timers.set(key, { ...timer, left: timer.left - (Date.now() - timer.since), handle: null });
  };
  const stop = (key: string) => {
    pause(key);
    timers.delete(key);
  };
  const resume = (key: string) => {
    const timer = timers.get(key);
    if (timer === undefined || timer.handle !== null) return;
    const handle = setTimeout(() => {
      timers.delete(key);
      close(key);
    }, timer.left);
    timers.set(key, { ...timer, since: Date.now(), handle });
  };
  /** Begins anew for a notice that replaces another one. */
  const start = (key: string, seconds: number | null) => {
    stop(key);
    if (seconds === null) return;
    timers.set(key, { left: seconds * 1000, since: Date.now(), handle: null });
    resume(key);
  };
  const stopAll = () => [...timers.keys()].forEach(stop);
  return { start, pause, resume, stop, stopAll };
}
