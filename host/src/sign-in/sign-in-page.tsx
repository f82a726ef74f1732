import { useTranslation } from 'react-i18next';
import { BlankLayout } from '../layout/blank-layout.tsx';
import { useTitle } from '../routing/use-title.ts';
import { useSetup } from '../setup/setup-state.ts';
import { SignInForm } from './sign-in-form.tsx';

interface Props {
  /** Where to go after sign-in. */
  goTo: string;
  email?: string | undefined;
  hasEnded?: boolean;
}

/** The sign-in page, which needs nothing of the site behind it, not even its router. */
export function SignInPage({ goTo, email, hasEnded = false }: Props) {
  const { t } = useTranslation('host');
  useTitle(t('signIn.title'));
  // A site without a first super admin has nobody to sign in. If this request fails, signing in fails too, with a message.
  const setup = useSetup();
  return (
    <BlankLayout>
      {!setup.isPending && <SignInForm goTo={goTo} email={email} hasEnded={hasEnded} />}
    </BlankLayout>
  );
}
