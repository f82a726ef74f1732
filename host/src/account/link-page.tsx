import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { account } from '@daybook/contracts/auth/account';
import { call } from '@daybook/shared/call';
import { BlankLayout } from '../layout/blank-layout.tsx';
import { NativeAlert } from '../native-controls/native-alert.tsx';
import { forgotPath } from '../routing/paths.ts';
import { useTitle } from '../routing/use-title.ts';
import { LinkPassword } from './link-password.tsx';
import css from '../native-controls/native-controls.module.css';

/**
 * The page that an invitation or reset link opens. The token follows the `#`, so that it reaches no server log, and is removed
 * from the address bar at once, so that it does not stay in the history of a shared machine.
 */
export default function LinkPage() {
  const { t } = useTranslation('personal');
  const token = useLocation().hash.slice(1);
  useTitle(t('link.title.reset'));
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname);
  }, [token]);
  const link = useQuery({
    queryKey: ['one-time link', token],
    queryFn: () => call(account.readLink, { token }),
    retry: false,
    // A used link is refused, so no write on this page may trigger another read.
    staleTime: 'static',
  });
  return (
    <BlankLayout>
      {link.data ? (
        <LinkPassword key={token} token={token} {...link.data} />
      ) : (
        <>
          <h1>{t('link.title.reset')}</h1>
          {link.isPending ? (
            <output>{t('link.reading')}</output>
          ) : (
            <NativeAlert error={link.error} field="token" />
          )}
          {link.isError && (
            <p className={css.below}>
              <Link className={css.link} to={forgotPath}>
                {t('link.askAgain')}
              </Link>
            </p>
          )}
        </>
      )}
    </BlankLayout>
  );
}
