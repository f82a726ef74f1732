import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { SignedOutOnly } from '../routing/guards.tsx';
import { landingPath, returnParam, setupPath } from '../routing/paths.ts';
import { safeReturnPath } from '../routing/safe-return-path.ts';
import { useSetup } from '../setup/setup-state.ts';
import { SignInPage } from './sign-in-page.tsx';

/** The sign-in page in a page that has shown others, or was opened for somebody who is signed in. */
export function SignInRoute() {
  const [params] = useSearchParams();
  const { state } = useLocation() as { state: { email?: string; hasEnded?: boolean } | null };
  const goTo = safeReturnPath(params.get(returnParam)) ?? landingPath;
  const setup = useSetup();
  if (setup.data?.needed) return <Navigate to={setupPath} replace />;
  return (
    <SignedOutOnly goTo={goTo}>
      <SignInPage goTo={goTo} email={state?.email} hasEnded={state?.hasEnded === true} />
    </SignedOutOnly>
  );
}
