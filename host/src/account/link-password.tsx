import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { account } from '@daybook/contracts/auth/account';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { call } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { authAtom, signOut, store } from '@daybook/shared/session';
import { NativeAlert } from '../native-controls/native-alert.tsx';
import { NativePassword } from '../native-controls/native-password.tsx';
import { NativeSubmit } from '../native-controls/native-submit.tsx';
import { submitted } from '../native-controls/submitted.ts';
import { secondsToWait, useCountdown } from '../native-controls/use-countdown.ts';
import { signInPath } from '../routing/paths.ts';
import { fieldErrorOf, otherError } from '../native-controls/field-error-of.ts';
import css from '../native-controls/native-controls.module.css';

type Props = OutputOf<typeof account.readLink> & { token: string };

/** Shows whose link this is and sets their password. Afterwards they sign in with it. */
export function LinkPassword({ token, purpose, name, email }: Props) {
  const { t } = useTranslation(['personal', 'host']);
  const navigate = useNavigate();
  const [wait, beginWait] = useCountdown();
  const accept = useMutation({
    mutationFn: (password: string) => call(account.acceptLink, { token, password }),
    onError: (error) => beginWait(secondsToWait(error)),
    onSuccess: async () => {
      // The link may belong to somebody else, so whoever was signed in here is signed out.
      if (store.get(authAtom).token !== null) await signOut();
      notify.success(t('link.done'));
      await navigate(signInPath, { replace: true, state: { email } });
    },
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { password } = submitted(event, ['password']);
    if (!accept.isPending && wait === 0) accept.mutate(password);
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <h1>{t(`link.title.${purpose}`)}</h1>
      <p className={css.note}>
        {t(`link.explanation.${purpose}`, { name })} <bdi>{email}</bdi>
      </p>
      <NativeAlert error={otherError(accept.error, ['password'])} />
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <NativePassword
        name="password"
        label={t('password.new')}
        hint={t('password.hint')}
        error={fieldErrorOf(accept.error, 'password')}
        required
        minLength={12}
        maxLength={128}
        autoComplete="new-password"
        hasFirstFocus
      />
      <NativeSubmit label={t('password.set')} isBusy={accept.isPending} wait={wait} />
    </form>
  );
}
