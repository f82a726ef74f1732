import { type FormEvent, Suspense, lazy, useState } from 'react';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '@daybook/shared/call';
import { authAtom, signIn, store } from '@daybook/shared/session';
import { withPersonalTexts } from '../appearance/personal-texts.ts';
import { NativeField } from '../native-controls/native-field.tsx';
import { NativeSubmit } from '../native-controls/native-submit.tsx';
import { submitted } from '../native-controls/submitted.ts';
import { secondsToWait, useCountdown } from '../native-controls/use-countdown.ts';
import { forgotPath } from '../routing/paths.ts';
import type { CodeError, CodeKind } from './code-field.tsx';
import css from '../native-controls/native-controls.module.css';

type Typed = Record<'email' | 'password' | CodeKind, string>;
type Missing = Partial<Record<'email' | 'password', string>> & { code?: CodeError };

// Only people with a second factor need it.
const CodeField = lazy(withPersonalTexts(() => import('./code-field.tsx')));

interface Props {
  goTo: string;
  /** Known if the person has just set a password by a link, or if their session has ended. */
  email?: string;
  /** Shown over a page that the person must not lose. */
  isAbove?: boolean;
  /** The session has ended, so the form explains why the person is here. */
  hasEnded?: boolean;
}

/** The second factor is requested after the password was accepted. */
export function SignInForm({ goTo, email = '', isAbove = false, hasEnded = false }: Props) {
  const { t } = useTranslation('host');
  const { loading } = useAtomValue(authAtom, { store });
  const [missing, setMissing] = useState<Missing>({});
  const [codeKind, setCodeKind] = useState<CodeKind | null>(null);
  const [wait, beginWait] = useCountdown();

  async function send({ email, password, ...codes }: Typed) {
    const code = codeKind === null ? {} : { [codeKind]: codes[codeKind] };
    const refusal = await signIn(email, password, { goTo, ...code });
    if (refusal === null) return;
    beginWait(secondsToWait(refusal));
    if (!isRefusal(refusal) || refusal.code !== 'AUTH_OTP_REQUIRED') return;
    if (codeKind === null) setCodeKind('otp');
    else setMissing({ code: 'wrong' });
  }

  function changeKind(kind: CodeKind) {
    setCodeKind(kind);
    setMissing({});
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const typed = submitted(event, ['email', 'password', 'otp', 'recovery']);
    const found: Missing = {
      ...(typed.email.trim() === '' && { email: t('signIn.emailMissing') }),
      ...(typed.password === '' && { password: t('signIn.passwordMissing') }),
      ...(codeKind !== null && typed[codeKind].trim() === '' && { code: 'missing' }),
    };
    setMissing(found);
    if (!loading && wait === 0 && Object.keys(found).length === 0) void send(typed);
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <Said isAbove={isAbove} hasEnded={hasEnded} />
      <NativeField
        name="email"
        type="email"
        label={t('signIn.email')}
        error={missing.email}
        defaultValue={email}
        autoComplete="username"
        dir="ltr"
        hasFirstFocus={email === ''}
      />
      <NativeField
        name="password"
        type="password"
        label={t('signIn.password')}
        error={missing.password}
        autoComplete="current-password"
        dir="ltr"
        hasFirstFocus={email !== ''}
      />
      {codeKind !== null && (
        <Suspense fallback={null}>
          <CodeField kind={codeKind} error={missing.code} onKind={changeKind} />
        </Suspense>
      )}
      <NativeSubmit label={t('signIn.submit')} isBusy={loading} wait={wait} />
      {!isAbove && (
        <p className={css.below}>
          <a className={css.link} href={forgotPath}>
            {t('signIn.forgot')}
          </a>
        </p>
      )}
    </form>
  );
}

/** The title, why the form is shown, and why the last attempt failed. */
function Said({ isAbove, hasEnded }: { isAbove: boolean; hasEnded: boolean }) {
  const { t } = useTranslation('host');
  const { message, showMessage } = useAtomValue(authAtom, { store });
  return (
    <>
      {!isAbove && <h1>{t('signIn.title')}</h1>}
      {hasEnded && <p className={css.note}>{t('signIn.ended')}</p>}
      {showMessage && (
        <div role="alert" className={css.alert}>
          {message}
        </div>
      )}
    </>
  );
}
