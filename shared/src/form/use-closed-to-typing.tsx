import { useEffect, useRef, type RefObject } from 'react';

/** Blocks typing while a new document is being created, because the input would be lost with the form. */
export function useClosedToTyping(box: RefObject<HTMLElement | null>, isClosed: () => boolean): void {
  const latest = useRef(isClosed);
  useEffect(() => {
    latest.current = isClosed;
  });
  useEffect(() => {
    const element = box.current;
    const refuse = (event: Event) => {
      if (latest.current()) event.preventDefault();
    };
    element?.addEventListener('beforeinput', refuse, true);
    return () => element?.removeEventListener('beforeinput', refuse, true);
  }, [box]);
}
