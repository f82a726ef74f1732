import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Another page begins at its top. Back finds the page as it was left, and a link into a page leads to its place. */
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
