const focusable = 'a[href], button:not(:disabled), input:not(:disabled)';

/**
 * Lets the keyboard scroll a box that is narrower than what is in it, if nothing in it takes the focus. It watches sizes, because asking
 * for them while a list is drawn would make the browser lay out the page once more. A ref of the box.
 */
export function reachableScroll(box: HTMLElement | null): (() => void) | undefined {
  if (box === null) return undefined;
  const watch = new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth && box.querySelector(focusable) === null) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  for (const one of [box, ...box.children]) watch.observe(one);
  return () => watch.disconnect();
}
