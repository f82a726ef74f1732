import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '@daybook/contracts/auth/account';
import { call } from '@daybook/shared/call';
import { NativeAlert } from '../native-controls/native-alert.tsx';
import { NativeField } from '../native-controls/native-field.tsx';
import { NativePassword } from '../native-controls/native-password.tsx';
import { NativeSubmit } from '../native-controls/native-submit.tsx';
import { submitted } from '../native-controls/submitted.ts';
import { fieldErrorOf, otherError } from '../native-controls/field-error-of.ts';
import css from '../native-controls/native-controls.module.css';

const fields = ['current', 'next'] as const;

/** Somebody else set this person's password, so they choose their own before anything else. */
export function PasswordStep({ email, onDone }: { email: string; onDone: () => Promise<unknown> }) {
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
      <h1>{t('requiredStep.password')}</h1>
      <p className={css.note}>{t('requiredStep.passwordWhy')}</p>
      <NativeAlert error={otherError(change.error, fields)} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <NativeField
        name="current"
        type="password"
        label={t('password.current')}
        error={fieldErrorOf(change.error, 'current')}
        required
        autoComplete="current-password"
        dir="ltr"
        hasFirstFocus
      />
      <NativePassword
        name="next"
        label={t('password.new')}
        hint={t('password.hint')}
        error={fieldErrorOf(change.error, 'next')}
        required
        minLength={12}
        maxLength={128}
        autoComplete="new-password"
      />
      <NativeSubmit label={t('password.set')} isBusy={change.isPending} />
    </form>
  );
}
