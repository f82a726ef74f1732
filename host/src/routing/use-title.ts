import { useEffect } from 'react';

/** Without a title of its own a page bears the product's name. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Daybook' : `${title} · Daybook`;
  }, [title]);
}
