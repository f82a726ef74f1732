import { createContext, useContext } from 'react';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { LoadScreen, LoadWidget } from '../remotes/remote-loader.ts';

/** What the deployment offers: the screens and widgets of its remotes, and how to load them. */
export interface SiteContextValue {
  releases: readonly RemoteRelease[];
  loadScreen: LoadScreen;
  loadWidget: LoadWidget;
}

export const SiteContext = createContext<SiteContextValue | null>(null);

export function useSite(): SiteContextValue {
  const site = useContext(SiteContext);
  if (site === null) throw new Error('used outside of SiteContext');
  return site;
}
