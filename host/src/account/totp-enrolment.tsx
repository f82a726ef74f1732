import { type FormEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '@daybook/contracts/auth/account';
import { call } from '@daybook/shared/call';
import { PlainAlert } from '../plain/plain-alert.tsx';
import { PlainField } from '../plain/plain-field.tsx';
import { PlainSubmit } from '../plain/plain-submit.tsx';
import { submitted } from '../plain/submitted.ts';
import { secondsToWait, useCountdown } from '../plain/use-countdown.ts';
import { fieldErrorOf, otherError } from '../plain/field-error-of.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './totp.module.css';
import plain from '../plain/plain.module.css';

/** Password → picture for the app and the first code of it → recovery codes. Without antd: it is also asked before the shell opens. */
export function TotpEnrolment({ onCodes, onDone }: { onCodes?: () => void; onDone: () => void }) {
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const confirmed = (codes: readonly string[]) => {
    setRecoveryCodes(codes);
    onCodes?.();
  };
  if (recoveryCodes !== null) return <RecoveryCodes codes={recoveryCodes} onDone={onDone} />;
  if (begun !== null) return <ConfirmCode {...begun} onConfirmed={confirmed} />;
  return <AskPassword onBegun={setBegun} />;
}

function AskPassword({ onBegun }: { onBegun: (begun: { secret: string; uri: string }) => void }) {
  const { t } = useTranslation(['personal', 'host']);
  const [wait, beginWait] = useCountdown();
  const begin = useMutation({
    mutationFn: (password: string) => call(account.beginTotp, { password }),
    onSuccess: onBegun,
    onError: (error) => beginWait(secondsToWait(error)),
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { password } = submitted(event, ['password']);
    if (!begin.isPending && wait === 0) begin.mutate(password);
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <PlainAlert error={otherError(begin.error, ['password'])} />
      <PlainField
        name="password"
        type="password"
        label={t('password.current')}
        error={fieldErrorOf(begin.error, 'password')}
        required
        autoComplete="current-password"
        dir="ltr"
        hasFirstFocus
      />
      <PlainSubmit label={t('totp.begin')} isBusy={begin.isPending} wait={wait} />
    </form>
  );
}

interface ConfirmProps {
  secret: string;
  uri: string;
  onConfirmed: (codes: readonly string[]) => void;
}

function ConfirmCode({ secret, uri, onConfirmed }: ConfirmProps) {
  const { t } = useTranslation('personal');
  const [wait, beginWait] = useCountdown();
  const confirm = useMutation({
    mutationFn: (otp: string) => call(account.confirmTotp, { otp }),
    onSuccess: (confirmed) => onConfirmed(confirmed.recoveryCodes),
    onError: (error) => beginWait(secondsToWait(error)),
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { otp } = submitted(event, ['otp']);
    if (!confirm.isPending && wait === 0) confirm.mutate(otp);
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <p className={plain.note}>{t('totp.scan')}</p>
      <QrCode text={uri} label={t('totp.picture')} />
      <p className={plain.note}>{t('totp.orType')}</p>
      <code className={css.secret} dir="ltr">
        {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      </code>
      <PlainAlert error={otherError(confirm.error, ['otp'])} />
      <PlainField
        name="otp"
        label={t('totp.code')}
        hint={t('totp.codeHint')}
        error={fieldErrorOf(confirm.error, 'otp')}
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        dir="ltr"
        hasFirstFocus
      />
      <PlainSubmit label={t('totp.confirm')} isBusy={confirm.isPending} wait={wait} />
    </form>
  );
}
