import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** A new page starts at its top. Back restores the scroll position, and a link to a place in a page scrolls there. */
export function useNewPage(): void {
  const { pathname, hash } = useLocation();
  const known = useRef(pathname);
  const isBack = useRef(false);
  useEffect(() => {
    const noteBack = () => {
      isBack.current = true;
    };
    addEventListener('popstate', noteBack);
    return () => removeEventListener('popstate', noteBack);
  }, []);
  useEffect(() => {
    const wasBack = isBack.current;
    isBack.current = false;
    if (known.current === pathname) return;
    known.current = pathname;
    if (!wasBack && hash === '') document.documentElement.scrollTop = 0;
  }, [pathname, hash]);
}
