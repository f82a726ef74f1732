import { type FormEvent, useState } from 'react';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { authAtom, signIn, store } from '@daybook/shared/session';
import { PlainField } from '../plain/plain-field.tsx';
import { PlainSubmit } from '../plain/plain-submit.tsx';
import { submitted } from '../plain/submitted.ts';
import css from '../plain/plain.module.css';

export function SignInForm({ goTo }: { goTo: string }) {
  const { t } = useTranslation('host');
  const { loading, message, showMessage } = useAtomValue(authAtom, { store });
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { email, password } = submitted(event, ['email', 'password']);
    setMissing({
      ...(email.trim() === '' && { email: t('signIn.emailMissing') }),
      ...(password === '' && { password: t('signIn.passwordMissing') }),
    });
    if (loading || email.trim() === '' || password === '') return;
    void signIn(email, password, { goTo });
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <h1>{t('signIn.title')}</h1>
      {showMessage && (
        <div role="alert" className={css.alert}>
          {message}
        </div>
      )}
      <PlainField
        name="email"
        type="email"
        label={t('signIn.email')}
        error={missing.email}
        autoComplete="username"
        dir="ltr"
        hasFirstFocus
      />
      <PlainField
        name="password"
        type="password"
        label={t('signIn.password')}
        error={missing.password}
        autoComplete="current-password"
        dir="ltr"
      />
      <PlainSubmit label={t('signIn.submit')} isBusy={loading} />
    </form>
  );
}
