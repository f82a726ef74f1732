import { useEffect } from 'react';

/** A page without a title of its own shows the product's name. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Daybook' : `${title} · Daybook`;
  }, [title]);
}
