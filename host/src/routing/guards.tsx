import { type ReactNode, useEffect, useState } from 'react';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { notify } from '@daybook/shared/notify';
import { authAtom, store, useMe } from '@daybook/shared/session';
import { requiredStepFor, landingPath, signInFor } from './paths.ts';

/** Without a token, sign-in takes the place of the page and keeps its address; after a sign-out there is nothing to keep. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { token, redirect } = useAtomValue(authAtom, { store });
  const { pathname, search, hash } = useLocation();
  const [hadToken] = useState(token !== null);
  if (token !== null) return children;
  const hasSignedOut = hadToken && redirect === '';
  if (hasSignedOut) return <Navigate to="/" replace />;
  return <Navigate to={signInFor(pathname + search + hash)} state={{ hasEnded: hadToken }} replace />;
}

/** What the session asks of its owner comes before every page; the page asked for comes after it. */
export function RequiredStepFirst({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const me = useMe();
  if (me === null || me.must === null) return children;
  return <Navigate to={requiredStepFor(pathname + search + hash)} replace />;
}

/** A signed-in person has no business on a public page; `goTo` is where they wanted to go. */
export function SignedOutOnly({ children, goTo = landingPath }: { children: ReactNode; goTo?: string }) {
  const { token } = useAtomValue(authAtom, { store });
  return token === null ? children : <Navigate to={goTo} replace />;
}

/** An unknown address leads to the landing page and says so. */
export function UnknownPath() {
  const { t } = useTranslation('host');
  const { pathname } = useLocation();
  useEffect(() => {
    notify.info(t('unknownPath', { path: pathname }), { key: 'unknown-path' });
  }, [pathname, t]);
  return <Navigate to={landingPath} replace />;
}
