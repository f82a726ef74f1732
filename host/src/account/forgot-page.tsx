import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { account } from '@daybook/contracts/auth/account';
import { call } from '@daybook/shared/call';
import { BlankLayout } from '../layout/blank-layout.tsx';
import { NativeAlert } from '../native-controls/native-alert.tsx';
import { NativeField } from '../native-controls/native-field.tsx';
import { NativeSubmit } from '../native-controls/native-submit.tsx';
import { submitted } from '../native-controls/submitted.ts';
import { secondsToWait, useCountdown } from '../native-controls/use-countdown.ts';
import { signInPath } from '../routing/paths.ts';
import { useTitle } from '../routing/use-title.ts';
import { fieldErrorOf, otherError } from '../native-controls/field-error-of.ts';
import css from '../native-controls/native-controls.module.css';

/** Asks for a reset link by mail. The answer never reveals whether the account exists. */
export default function ForgotPage() {
  const { t } = useTranslation(['personal', 'host']);
  useTitle(t('forgot.title'));
  const [wait, beginWait] = useCountdown();
  const ask = useMutation({
    mutationFn: (email: string) => call(account.forgot, { email }),
    onError: (error) => beginWait(secondsToWait(error)),
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { email } = submitted(event, ['email']);
    if (!ask.isPending && wait === 0) ask.mutate(email);
  }

  return (
    <BlankLayout>
      <h1>{t('forgot.title')}</h1>
      {ask.isSuccess ? (
        <output>{t(ask.data.canMail ? 'forgot.done' : 'forgot.noMail')}</output>
      ) : (
        <form noValidate onSubmit={onSubmit}>
          <p className={css.note}>{t('forgot.explanation')}</p>
          <NativeAlert error={otherError(ask.error, ['email'])} />
          <NativeField
            name="email"
            type="email"
            label={t('host:signIn.email')}
            error={fieldErrorOf(ask.error, 'email')}
            required
            autoComplete="username"
            dir="ltr"
            hasFirstFocus
          />
          <NativeSubmit label={t('forgot.submit')} isBusy={ask.isPending} wait={wait} />
        </form>
      )}
      <p className={css.below}>
        <Link className={css.link} to={signInPath}>
          {t('forgot.back')}
        </Link>
      </p>
    </BlankLayout>
  );
}
