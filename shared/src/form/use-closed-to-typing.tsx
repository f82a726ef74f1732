import { useEffect, useRef, type RefObject } from 'react';

/** What is typed while a document is being made would be lost with the form: it is not taken. */
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
