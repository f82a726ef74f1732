import { type ReactNode, Suspense, lazy } from 'react';
import { Navigate, type RouteObject, generatePath, useParams } from 'react-router-dom';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { RouteFailure } from '../look/route-failure.tsx';
import { SignedInOnly, SignedOutOnly, UnknownPath } from './guards.tsx';
import { base, landingPath } from './paths.ts';

const MainLayout = lazy(() => import(/* webpackChunkName: "shell" */ '../layout/main-layout.tsx'));
const ScreenRoute = lazy(() => import(/* webpackChunkName: "shell" */ './screen-route.tsx'));
const PersonalDashboard = lazy(
  () => import(/* webpackChunkName: "shell" */ '../dashboards/personal-dashboard.tsx'),
);
const HomePage = lazy(() => import('../home/home-page.tsx'));
const SignInPage = lazy(() => import(/* webpackChunkName: "sign-in" */ '../sign-in/sign-in-page.tsx'));
const SetupPage = lazy(() => import('../setup/setup-page.tsx'));

function AliasOf({ path }: { path: string }) {
  return <Navigate to={generatePath(`${base}/${path}`, useParams())} replace />;
}

const whenLoaded = (page: ReactNode) => <Suspense fallback={null}>{page}</Suspense>;

const routesOf = (release: RemoteRelease, screen: Screen): RouteObject[] => [
  {
    path: screen.path,
    element: whenLoaded(<ScreenRoute release={release} screen={screen} key={screen.id} />),
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
      { path: 'auth/login', element: whenLoaded(<SignInPage />) },
      { path: 'login', element: whenLoaded(<SignInPage />) },
      { path: 'auth/setup', element: <SignedOutOnly>{whenLoaded(<SetupPage />)}</SignedOutOnly> },
      {
        path: base,
        element: <SignedInOnly>{whenLoaded(<MainLayout />)}</SignedInOnly>,
        children: [
          { index: true, element: <Navigate to={landingPath} replace /> },
          {
            path: 'dashboards/default',
            element: whenLoaded(<PersonalDashboard />),
          },
          ...releases.flatMap((release) => release.screens.flatMap((screen) => routesOf(release, screen))),
          { path: '*', element: <UnknownPath /> },
        ],
      },
      { path: '*', element: <UnknownPath /> },
    ],
  },
];
