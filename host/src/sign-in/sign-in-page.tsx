import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { BlankLayout } from '../layout/blank-layout.tsx';
import { SignedOutOnly } from '../routing/guards.tsx';
import { landingPath, returnParam, setupPath } from '../routing/paths.ts';
import { safeReturnPath } from '../routing/safe-return-path.ts';
import { useTitle } from '../routing/use-title.ts';
import { setupQuery } from '../setup/setup-query.ts';
import { SignInForm } from './sign-in-form.tsx';

export default function SignInPage() {
  const { t } = useTranslation('host');
  useTitle(t('signIn.title'));
  const [params] = useSearchParams();
  const { state } = useLocation() as { state: { email?: string; hasEnded?: boolean } | null };
  const goTo = safeReturnPath(params.get(returnParam)) ?? landingPath;
  // A site without a first super admin has nobody to sign in. If this request fails, signing in fails too, with a message.
  const setup = useQuery(setupQuery);
  if (setup.data?.needed) return <Navigate to={setupPath} replace />;
  return (
    <SignedOutOnly goTo={goTo}>
      <BlankLayout>
        {!setup.isPending && (
          <SignInForm goTo={goTo} email={state?.email} hasEnded={state?.hasEnded === true} />
        )}
      </BlankLayout>
    </SignedOutOnly>
  );
}
