import { useSyncExternalStore } from 'react';
import { breakpoints } from '@daybook/shared/theme';

const query = `(max-width: ${breakpoints.phone - 0.02}px)`;

const subscribe = (onChange: () => void): (() => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
};

/** Whether the window is a phone's. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
