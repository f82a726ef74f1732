import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '@daybook/contracts/auth/account';
import { call } from '@daybook/shared/call';
import { PlainAlert } from '../plain/plain-alert.tsx';
import { PlainField } from '../plain/plain-field.tsx';
import { PlainPassword } from '../plain/plain-password.tsx';
import { PlainSubmit } from '../plain/plain-submit.tsx';
import { submitted } from '../plain/submitted.ts';
import { fieldErrorOf, otherError } from '../plain/field-error-of.ts';
import css from '../plain/plain.module.css';

const fields = ['current', 'next'] as const;

/** Someone else chose the password this person has; they choose their own before anything else. */
export function PasswordDuty({ email, onDone }: { email: string; onDone: () => Promise<unknown> }) {
  const { t } = useTranslation('personal');
  const change = useMutation({
    mutationFn: async (typed: Record<(typeof fields)[number], string>) => {
      await call(account.changePassword, typed);
      await onDone();
    },
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const typed = submitted(event, fields);
    if (!change.isPending) change.mutate(typed);
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <h1>{t('duty.password')}</h1>
      <p className={css.note}>{t('duty.passwordWhy')}</p>
      <PlainAlert error={otherError(change.error, fields)} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PlainField
        name="current"
        type="password"
        label={t('password.current')}
        error={fieldErrorOf(change.error, 'current')}
        required
        autoComplete="current-password"
        dir="ltr"
        hasFirstFocus
      />
      <PlainPassword
        name="next"
        label={t('password.new')}
        hint={t('password.hint')}
        error={fieldErrorOf(change.error, 'next')}
        required
        minLength={12}
        maxLength={128}
        autoComplete="new-password"
      />
      <PlainSubmit label={t('password.set')} isBusy={change.isPending} />
    </form>
  );
}
