import { type FormEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '@daybook/contracts/auth/account';
import { call } from '@daybook/shared/call';
import { NativeAlert } from '../native-controls/native-alert.tsx';
import { NativeField } from '../native-controls/native-field.tsx';
import { NativeSubmit } from '../native-controls/native-submit.tsx';
import { submitted } from '../native-controls/submitted.ts';
import { secondsToWait, useCountdown } from '../native-controls/use-countdown.ts';
import { fieldErrorOf, otherError } from '../native-controls/field-error-of.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './totp.module.css';
import controls from '../native-controls/native-controls.module.css';

/** Password (and a code, where two factors are on already), then the QR code and a first code from the app, then the recovery codes. Without antd, because it also runs before the shell opens. */
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
  const [asksCode, setAsksCode] = useState(false);
  const begin = useMutation({
    mutationFn: (proof: { password: string; code?: string }) => call(account.beginTotp, proof),
    onSuccess: onBegun,
    onError: (error) => {
      beginWait(secondsToWait(error));
      if (fieldErrorOf(error, 'code')) setAsksCode(true);
    },
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { password, code } = submitted(event, ['password', 'code']);
    if (!begin.isPending && wait === 0) begin.mutate(asksCode ? { password, code } : { password });
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <NativeAlert error={otherError(begin.error, ['password', 'code'])} />
      <NativeField
        name="password"
        type="password"
        label={t('password.current')}
        error={fieldErrorOf(begin.error, 'password')}
        required
        autoComplete="current-password"
        dir="ltr"
        hasFirstFocus
      />
      {asksCode && (
        <NativeField
          name="code"
          label={t('totp.ownCode')}
          hint={t('totp.ownCodeHint')}
          error={fieldErrorOf(begin.error, 'code')}
          required
          autoComplete="one-time-code"
          maxLength={20}
          dir="ltr"
        />
      )}
      <NativeSubmit label={t('totp.begin')} isBusy={begin.isPending} wait={wait} />
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
      <p className={controls.note}>{t('totp.scan')}</p>
      <QrCode text={uri} label={t('totp.picture')} />
      <p className={controls.note}>{t('totp.orType')}</p>
      <code className={css.secret} dir="ltr">
        {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      </code>
      <NativeAlert error={otherError(confirm.error, ['otp'])} />
      <NativeField
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
      <NativeSubmit label={t('totp.confirm')} isBusy={confirm.isPending} wait={wait} />
    </form>
  );
}
