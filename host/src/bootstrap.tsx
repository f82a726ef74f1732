import { StrictMode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import type { Root } from 'react-dom/client';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';
import { addTextSource } from '@daybook/shared/i18n';
import { queryClient } from '@daybook/shared/query-client';
import { offerReload } from '@daybook/shared/offer-reload';
import { typeOf } from '@daybook/shared/profile';
import { applyTheme, authAtom, profileAtom, refreshMe, store } from '@daybook/shared/session';
import { hostTexts } from './appearance/host-texts.ts';
import { remotesOf } from './remotes/remotes.ts';
import { warmUpRemote } from './remotes/warm-up.ts';
import { pageIfHere } from './routing/draw-as-one.ts';
import { DashboardPage, siteRoutes } from './routing/routes.tsx';
import { SiteContext } from './routing/site-context.ts';
import { readSetup } from './setup/setup-state.ts';
import { type Site, readSite } from './site.ts';

/** Draws the site: everything but the sign-in page of somebody who comes without a session (start-sign-in.tsx). */
export async function start(root: Root): Promise<void> {
  void readSite().then((site) => warmUpRemote(site, location, remotesOf(site).loadScreen));
  // Until the answer arrives, the menu follows the permissions stored in the browser. A 401 leads to the sign-in page without further code.
  const me = refreshMe().catch(() => undefined);
  if (store.get(authAtom).token === null) readSetup();
  const [site] = await Promise.all([readSite(), applyTheme()]);
  await addTextSource('host', hostTexts);
  // A browser that knows nothing of the person yet would draw a menu without entries first.
  if (typeOf(store.get(profileAtom)) === null) await me;
  const { loadScreen, loadWidget, isLoaded } = remotesOf(site);
  await pageIfHere(site, location, { loadScreen, loadWidget, loadDashboard: DashboardPage.load });
  const router = createBrowserRouter(siteRoutes(site.releases));
  root.render(
    <StrictMode>
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <SiteContext value={{ releases: site.releases, loadScreen, loadWidget }}>
            <RouterProvider router={router} />
          </SiteContext>
        </QueryClientProvider>
      </Provider>
    </StrictMode>,
  );
  watchSoon(site, isLoaded);
}

/** Tells an open page that another version is live. The page keeps its own version until it is reloaded. The code loads when it is first needed. */
function watchSoon({ config, releases }: Site, isLoaded: (remote: string) => boolean): void {
  const { everyMs } = config.updates;
  setTimeout(() => {
    import(/* webpackChunkName: "updates" */ './updates/watch-releases.ts').then(
      ({ watchReleases }) => watchReleases({ everyMs, releases, isLoaded, tell: offerReload }),
      reportError,
    );
  }, everyMs);
}
