import { useEffect, useRef } from 'react';

/** After a form or list has closed, the focus moves to the title. A dialog that opens with the page keeps the focus. */
export function useLanding() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return title;
}
