import { useEffect, useRef, type RefObject } from 'react';

/** Ctrl+Enter (⌘ Enter) saves from anywhere; Esc leaves, unless it closes something that is open first. */
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
        // A picker would hear Enter too, and open its list over what was refused.
        event.stopPropagation();
        latest.current.submit();
      } else if (event.key === 'Escape' && !closesSomething(event)) {
        // The question that it asks would hear the same key and close again.
        event.stopPropagation();
        latest.current.escape();
      }
    };
    // Captured: by the time the key bubbles up, an open list would already be closed.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [box]);
}

/** A dialog, a drawer or the search box of the header has its own keys. */
const isElsewhere = (box: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Node && target !== document.body && box?.contains(target) !== true;

const closesSomething = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[aria-expanded="true"]') !== null;
