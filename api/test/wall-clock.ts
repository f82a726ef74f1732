/** What goes on while the wall clock shows another time. */
const timers = [
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
] as const;

/** From here on `new Date()` is this instant, until another call or `jest.useRealTimers`. The database keeps its own clock. */
export function clockStandsAt(now: Date): void {
  jest.useFakeTimers({ now, doNotFake: [...timers] });
}
