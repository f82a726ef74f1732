import { type ReactNode, Suspense, lazy } from 'react';
import { Navigate, type RouteObject, generatePath, useParams, useLocation } from 'react-router-dom';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { withNotificationTexts } from '@daybook/shared/notification-texts';
import { RouteFailure } from '../appearance/route-failure.tsx';
import { withFormTexts, withPersonalTexts } from '../appearance/personal-texts.ts';
import MainLayout from '../layout/main-layout.tsx';
import { SignInRoute } from '../sign-in/sign-in-route.tsx';
import ScreenRoute from './screen-route.tsx';
import { RequiredStepFirst, SignedInOnly, SignedOutOnly, UnknownPath } from './guards.tsx';
import type { ownPaths } from './own-paths.ts';
import { base, landingPath } from './paths.ts';

const DashboardPage = lazy(
  () => import(/* webpackChunkName: "dashboards" */ '../dashboards/dashboard-page.tsx'),
);
const HomePage = lazy(() => import('../home/home-page.tsx'));
const SetupPage = lazy(withPersonalTexts(() => import('../setup/setup-page.tsx')));
const ForgotPage = lazy(withFormTexts(() => import('../account/forgot-page.tsx')));
const LinkPage = lazy(withFormTexts(() => import('../account/link-page.tsx')));
const RequiredStepPage = lazy(withFormTexts(() => import('../account/required-step-page.tsx')));
const ProfilePage = lazy(withFormTexts(() => import('../profile/profile-page.tsx')));
const OwnNotificationsPage = lazy(
  withFormTexts(withNotificationTexts(() => import('../profile/own-notifications-page.tsx'))),
);

function AliasOf({ path }: { path: string }) {
  const { search, hash } = useLocation();
  return <Navigate to={generatePath(`${base}/${path}`, useParams()) + search + hash} replace />;
}

const whenLoaded = (page: ReactNode) => <Suspense fallback={null}>{page}</Suspense>;

const ownPages: Record<(typeof ownPaths)[number], ReactNode> = {
  'dashboards/:name': <DashboardPage />,
  profile: <ProfilePage />,
  'profile/notifications': <OwnNotificationsPage />,
};

const routesOf = (release: RemoteRelease, screen: Screen): RouteObject[] => [
  {
    path: screen.path,
    element: <ScreenRoute release={release} screen={screen} key={screen.id} />,
  },
  ...(screen.aliases ?? []).map((alias) => ({ path: alias, element: <AliasOf path={screen.path} /> })),
];

/** Every route of the site: the host's own pages, and below /app the screens that remotes have declared. */
export const siteRoutes = (releases: readonly RemoteRelease[]): RouteObject[] => [
  {
    errorElement: <RouteFailure />,
    children: [
      { path: '/', element: <Navigate to={landingPath} replace /> },
      { path: 'home', element: <SignedOutOnly>{whenLoaded(<HomePage />)}</SignedOutOnly> },
      { path: 'auth/login', element: <SignInRoute /> },
      { path: 'login', element: <SignInRoute /> },
      { path: 'auth/setup', element: <SignedOutOnly>{whenLoaded(<SetupPage />)}</SignedOutOnly> },
      { path: 'auth/forgot', element: <SignedOutOnly>{whenLoaded(<ForgotPage />)}</SignedOutOnly> },
      { path: 'auth/link', element: whenLoaded(<LinkPage />) },
      { path: 'auth/required-step', element: whenLoaded(<RequiredStepPage />) },
      {
        path: base,
        element: (
          <SignedInOnly>
            <RequiredStepFirst>
              <MainLayout />
            </RequiredStepFirst>
          </SignedInOnly>
        ),
        children: [
          { index: true, element: <Navigate to={landingPath} replace /> },
          ...Object.entries(ownPages).map(([path, page]) => ({ path, element: whenLoaded(page) })),
          ...releases.flatMap((release) => release.screens.flatMap((screen) => routesOf(release, screen))),
          { path: '*', element: <UnknownPath /> },
        ],
      },
      { path: '*', element: <UnknownPath /> },
    ],
  },
];
