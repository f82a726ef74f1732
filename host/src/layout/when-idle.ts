/** Does the work when the page has nothing else to do. Safari has no such event, so there it is done after what already waits. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work);
}
