import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { refreshMe, signOut, useMe } from '@daybook/shared/session';
import { BlankLayout } from '../layout/blank-layout.tsx';
import { SignedInOnly } from '../routing/guards.tsx';
import { landingPath, returnParam } from '../routing/paths.ts';
import { safeReturnPath } from '../routing/safe-return-path.ts';
import { useTitle } from '../routing/use-title.ts';
import { PasswordStep } from './password-step.tsx';
import { TotpEnrolment } from './totp-enrolment.tsx';
import css from '../native-controls/native-controls.module.css';

/**
 * The step that a session requires before anything else (docs/rules.md#required-steps): a new password or a second factor. Then
 * the page that was asked for opens.
 */
export default function RequiredStepPage() {
  const { t } = useTranslation(['personal', 'host']);
  const [params] = useSearchParams();
  const me = useMe();
  // The person still has to read the recovery codes after the step itself is done.
  const [showsCodes, setShowsCodes] = useState(false);
  useTitle(t('requiredStep.title'));
  const finish = async () => {
    await refreshMe();
    setShowsCodes(false);
  };
  if (me !== null && me.must === null && !showsCodes) {
    return <Navigate to={safeReturnPath(params.get(returnParam)) ?? landingPath} replace />;
  }
  return (
    <SignedInOnly>
      <BlankLayout>
        {me?.must === 'change_password' && <PasswordStep email={me.email} onDone={refreshMe} />}
        {(me?.must === 'enrol_totp' || showsCodes) && (
          <>
            <h1>{t('requiredStep.totp')}</h1>
            {!showsCodes && <p className={css.note}>{t('requiredStep.totpWhy')}</p>}
            <TotpEnrolment onCodes={() => setShowsCodes(true)} onDone={() => void finish()} />
          </>
        )}
        <p className={css.below}>
          <button type="button" className={css.link} onClick={() => void signOut()}>
            {t('host:signOut')}
          </button>
        </p>
      </BlankLayout>
    </SignedInOnly>
  );
}
