import { useEffect, useRef, type RefObject } from 'react';

/** Ctrl+Enter (⌘ Enter) saves from anywhere. Esc leaves the form, unless it closes something that is open. */
export function useFormKeys(
  box: RefObject<HTMLElement | null>,
  actions: { submit: () => void; escape: () => void },
): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isElsewhere(box.current, event.target)) return;
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        // Otherwise a picker would open its list over the error.
        event.stopPropagation();
        latest.current.submit();
      } else if (event.key === 'Escape' && !closesSomething(event)) {
        // Otherwise the question that appears would receive the same key and close again.
        event.stopPropagation();
        latest.current.escape();
      }
    };
    // In the capture phase: when the key bubbles up, an open list would already be closed.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [box]);
}

/** A dialog, a drawer or the header's search box has keys of its own. */
const isElsewhere = (box: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Node && target !== document.body && box?.contains(target) !== true;

const closesSomething = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[aria-expanded="true"]') !== null;
