import { useCallback, useSyncExternalStore } from 'react';
import { breakpoints } from '@daybook/shared/theme';

const below = (limit: number) => window.matchMedia(`(max-width: ${limit - 0.02}px)`);

/** Whether the window is narrower than the limit; by default, whether it is as narrow as a phone. */
export function useNarrow(limit: number = breakpoints.phone): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = below(limit);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [limit],
  );
  return useSyncExternalStore(subscribe, () => below(limit).matches);
}
