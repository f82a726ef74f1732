import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { session } from '@daybook/contracts/auth/session';
import { type ApiRefusal, call, isRefusal } from '@daybook/shared/call';
import { currentLanguage } from '@daybook/shared/i18n';
import { startSession } from '@daybook/shared/session';
import { NativeField } from '../native-controls/native-field.tsx';
import { NativeSubmit } from '../native-controls/native-submit.tsx';
import { submitted } from '../native-controls/submitted.ts';
import css from '../native-controls/native-controls.module.css';
import { useTitle } from '../routing/use-title.ts';
import { setupIsDone } from './setup-state.ts';

const names = ['code', 'name', 'email', 'password'] as const;
type Founder = Record<(typeof names)[number], string>;

export function SetupForm() {
  const { t } = useTranslation(['personal', 'host']);
  useTitle(t('setup.title'));
  const create = useMutation<void, ApiRefusal | Error, Founder>({
    mutationFn: async (founder) => {
      const { token } = await call(session.setup, { ...founder, locale: currentLanguage() });
      setupIsDone();
      await startSession(token);
    },
  });
  const refused = isRefusal(create.error) ? create.error.fields : {};
  const errorOf = (name: keyof Founder) => (name in refused ? t(`setup.refused.${name}`) : undefined);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const founder = submitted(event, names);
    if (!create.isPending) create.mutate(founder);
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <h1>{t('setup.title')}</h1>
      <p>{t('setup.explanation')}</p>
      {create.error && (
        <div role="alert" className={css.alert}>
          {create.error.message}
        </div>
      )}
      <NativeField
        name="code"
        label={t('setup.code')}
        error={errorOf('code')}
        required
        autoComplete="one-time-code"
        dir="ltr"
        hasFirstFocus
      />
      <NativeField
        name="name"
        label={t('setup.name')}
        error={errorOf('name')}
        required
        autoComplete="name"
        maxLength={120}
      />
      <NativeField
        name="email"
        type="email"
        label={t('host:signIn.email')}
        error={errorOf('email')}
        required
        autoComplete="username"
        dir="ltr"
      />
      <NativeField
        name="password"
        type="password"
        label={t('host:signIn.password')}
        hint={t('setup.passwordHint')}
        error={errorOf('password')}
        required
        minLength={12}
        maxLength={128}
        autoComplete="new-password"
        dir="ltr"
      />
      <NativeSubmit label={t('setup.submit')} isBusy={create.isPending} />
    </form>
  );
}
