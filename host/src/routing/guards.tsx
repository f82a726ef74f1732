import { type ReactNode, useEffect, useState } from 'react';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { notify } from '@daybook/shared/notify';
import { authAtom, store, useMe } from '@daybook/shared/session';
import { requiredStepFor, landingPath, signInFor } from './paths.ts';

/** Without a token, the sign-in page opens instead and remembers the address. After signing out, it remembers nothing. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { token, redirect } = useAtomValue(authAtom, { store });
  const { pathname, search, hash } = useLocation();
  const [hadToken] = useState(token !== null);
  if (token !== null) return children;
  const hasSignedOut = hadToken && redirect === '';
  if (hasSignedOut) return <Navigate to="/" replace />;
  return <Navigate to={signInFor(pathname + search + hash)} state={{ hasEnded: hadToken }} replace />;
}

/** A required step comes before every page. Afterwards the page that was asked for opens. */
export function RequiredStepFirst({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const me = useMe();
  if (me === null || me.must === null) return children;
  return <Navigate to={requiredStepFor(pathname + search + hash)} replace />;
}

/** Leads signed-in people away from a public page; `goTo` is where they wanted to go. */
export function SignedOutOnly({ children, goTo = landingPath }: { children: ReactNode; goTo?: string }) {
  const { token } = useAtomValue(authAtom, { store });
  return token === null ? children : <Navigate to={goTo} replace />;
}

/** An unknown address leads to the landing page, with a message. */
export function UnknownPath() {
  const { t } = useTranslation('host');
  const { pathname } = useLocation();
  useEffect(() => {
    notify.info(t('unknownPath', { path: pathname }), { key: 'unknown-path' });
  }, [pathname, t]);
  return <Navigate to={landingPath} replace />;
}
