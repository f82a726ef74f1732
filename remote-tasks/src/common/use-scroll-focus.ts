import { useCallback } from 'react';

/** The ref of a box that people without a mouse can scroll: it takes the focus while its content is wider than it is. */
export const useScrollFocus = () =>
  useCallback((box: HTMLElement) => {
    const look = () => {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute('tabindex');
    };
    const watch = new ResizeObserver(look);
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
