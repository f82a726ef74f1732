import type { ReactNode } from 'react';
import { Navigate, type RouteObject, generatePath, useParams, useLocation } from 'react-router-dom';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { laterPart } from '@daybook/shared/read/later-part';
import { withNotificationTexts } from '@daybook/shared/notification-texts';
import { RouteFailure } from '../appearance/route-failure.tsx';
import { withFormTexts, withPersonalTexts } from '../appearance/personal-texts.ts';
import MainLayout from '../layout/main-layout.tsx';
import { SignInRoute } from '../sign-in/sign-in-route.tsx';
import ScreenRoute from './screen-route.tsx';
import { RequiredStepFirst, SignedInOnly, SignedOutOnly, UnknownPath } from './guards.tsx';
import type { ownPaths } from './own-paths.ts';
import { base, landingPath } from './paths.ts';

export const DashboardPage = laterPart(
  () => import(/* webpackChunkName: "dashboards" */ '../dashboards/dashboard-page.tsx'),
);
const HomePage = laterPart(() => import('../home/home-page.tsx'));
const SetupPage = laterPart(withPersonalTexts(() => import('../setup/setup-page.tsx')));
const ForgotPage = laterPart(withFormTexts(() => import('../account/forgot-page.tsx')));
const LinkPage = laterPart(withFormTexts(() => import('../account/link-page.tsx')));
const RequiredStepPage = laterPart(withFormTexts(() => import('../account/required-step-page.tsx')));
const ProfilePage = laterPart(withFormTexts(() => import('../profile/profile-page.tsx')));
const OwnNotificationsPage = laterPart(
  withFormTexts(withNotificationTexts(() => import('../profile/own-notifications-page.tsx'))),
);

function AliasOf({ path }: { path: string }) {
  const { search, hash } = useLocation();
  return <Navigate to={generatePath(`${base}/${path}`, useParams()) + search + hash} replace />;
}

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
      {
        path: 'home',
        element: (
          <SignedOutOnly>
            <HomePage />
          </SignedOutOnly>
        ),
      },
      { path: 'auth/login', element: <SignInRoute /> },
      { path: 'login', element: <SignInRoute /> },
      {
        path: 'auth/setup',
        element: (
          <SignedOutOnly>
            <SetupPage />
          </SignedOutOnly>
        ),
      },
      {
        path: 'auth/forgot',
        element: (
          <SignedOutOnly>
            <ForgotPage />
          </SignedOutOnly>
        ),
      },
      { path: 'auth/link', element: <LinkPage /> },
      { path: 'auth/required-step', element: <RequiredStepPage /> },
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
          ...Object.entries(ownPages).map(([path, page]) => ({ path, element: page })),
          ...releases.flatMap((release) => release.screens.flatMap((screen) => routesOf(release, screen))),
          { path: '*', element: <UnknownPath /> },
        ],
      },
      { path: '*', element: <UnknownPath /> },
    ],
  },
];
